/* The classic search for n queens with bits: half of the first row, one queen a row, a stack. */

unsigned long long count_queens(int n)
{
    const unsigned everything = (1u << n) - 1;
    unsigned columns[32], falling[32], rising[32], untried[32];
    unsigned long long total = 0;

    for (int odd = 0; odd <= (n & 1); odd++) {
        unsigned long long found = 0;
        int row = 0;
        columns[0] = falling[0] = rising[0] = 0;
        untried[0] = odd ? 1u << (n / 2) : (1u << (n / 2)) - 1;
        while (row >= 0) {
            const unsigned free = untried[row];
            if (!free) {
                row--;
                continue;
            }
            const unsigned queen = free & -free;
            untried[row] = free ^ queen;
            if (row == n - 1) {
                found++;
                continue;
            }
            columns[row + 1] = columns[row] | queen;
            falling[row + 1] = (falling[row] | queen) << 1;
            rising[row + 1] = (rising[row] | queen) >> 1;
            row++;
            untried[row] = everything & ~(columns[row] | falling[row] | rising[row]);
        }
        total += odd ? found : 2 * found;
    }
    return total;
}
