/* Which rows of a matrix depend on others, and how. */
#include "numeric/row_selection.h"

#include <math.h>

#include "numeric/dense_vector.h"
#include "tap.h"

enum { ROWS = 5, COLUMNS = 3 };

/* Row 3 is row 0 minus row 2, row 4 is 0; `by` gives the vanishing combinations. */
static void independent(double size) {
    static const double ROW[ROWS][COLUMNS] = {{1, 2, 0}, {3, 4, 0}, {0, 1, 5}, {1, 1, -5}, {0}};
    double a[ROWS * COLUMNS], by[ROWS * (ROWS + 1)], worst = 0, own = 0;
    bool kept[ROWS];
    int count = 0;
    for (int p = 0; p < ROWS; p++)
        for (int i = 0; i < COLUMNS; i++) a[p * COLUMNS + i] = size * ROW[p][i];
    vv_select_independent_rows(ROWS, COLUMNS, a, by, kept);
    for (int p = 0; p < ROWS; p++) {
        count += kept[p];
        own = fmax(own, fabs(by[p * ROWS + p] - 1));
        for (int i = 0; i < COLUMNS && !kept[p]; i++) {
            double sum = 0;
            for (int r = 0; r < ROWS; r++) sum += by[p * ROWS + r] * ROW[r][i];
            worst = fmax(worst, fabs(sum));
        }
    }
    ok(count == 3 && !kept[4], "three of five rows are kept, none that is 0, at %g", size);
    ok(own == 0 && worst < 1e-14, "the others and a sum of these vanish: %.1e", worst);
    for (int p = 0; p < ROWS; p++)
        for (int r = 0; r < p; r++)
            if (kept[p] && kept[r])
                own = fmax(own, fabs(vv_dot(COLUMNS, a + p * COLUMNS, a + r * COLUMNS)));
    ok(own < 1e-14 * size * size, "those kept are at right angles: %.1e", own);
}

/* The pivot threshold separates rows: of two that are nearly equal, one is selected. */
static void rows(void) {
    double a[] = {1, 0, 0.9, 1e-6, 0, 2};
    int row[] = {0, 1, 2};
    double least = vv_select_pivot_rows(2, a, 3, 2, row);
    ok(row[0] == 2 && row[1] == 0 && least == 1, "the largest row, then the larger of two: %g",
       least);
    double same[] = {1, 2, 2, 4};
    int both[] = {0, 1};
    ok(vv_select_pivot_rows(2, same, 2, 2, both) == 0, "rows that are one are not told apart");
}

int main(void) {
    independent(1);
    independent(1e-30);
    independent(1e30);
    rows();
    return done_testing();
}
