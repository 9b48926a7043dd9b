import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by a quarter, instead of several times, before garbage is collected. Each file of an archive leaves some
 * kilobytes of streams behind, and their collection takes milliseconds. Only for programs that do nothing else.
 */
export function collectGarbageEarly(): void {
	setFlagsFromString('--heap-growing-percent=25')
}
