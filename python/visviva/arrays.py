"""Types of arrays, for annotations; imported by type checkers only."""
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
Flags = NDArray[np.bool_]
Codes = NDArray[np.uint8]
