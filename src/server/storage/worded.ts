import { z } from 'zod'

/**
 * A number or a switch that may come as its word (`"60"`, `"true"`), as the reference takes it: programs hand on what they
 * read from forms and environments.
 */
export function worded<Shape extends z.ZodType>(shape: Shape) {
	return z.preprocess(readWord, shape)
}

function readWord(value: unknown): unknown {
	if (value === 'true' || value === 'false') return value === 'true'
	return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}
