"""Mechanisms of the tests."""
import visviva as vv

CART = """system "Cart and pendulum"
parameter M = 1 [kg], m = 0.2 [kg], l = 0.5 [m], g = 9.81 [m/s^2]
assume M > 0, m > 0, l > 0, g > 0
coordinate x [m], θ [rad]
input F [N]
output y = x
point C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)
mass M at C
mass m at P
gravity -g*world.z
force F*world.x at C
start θ = 3
run 2 [s]
"""
OSCILLATOR = """parameter m = 2, k = 8
assume m > 0, k > 0
coordinate x
kinetic energy m*x'^2/2
potential k*x^2/2
start x = 1
claim integral m*x'^2 + k*x^2
"""
HOOP = "models/rolling_hoop.vv"


def cart():
    return vv.Mechanism(CART)


def oscillator(**values):
    m = vv.Mechanism(OSCILLATOR)
    return m.replace(values) if values else m


def raises(kind, call, *words):
    """Does call() raise this exception, whose text has these words?"""
    try:
        call()
    except kind as e:
        return all(w in str(e) for w in words) or f"{e!r} does not say {words}" == ""
    except BaseException as e:
        print(f"#   {type(e).__name__}: {e}")
        return False
    print("#   no exception")
    return False
