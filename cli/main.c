#include <stdio.h>

int main(void) { return puts("visviva " VV_VERSION) < 0; }
