import { z } from 'zod'
import { invalid } from './errors.ts'

const uuid = z.uuid()

/**
 * Reads the id of a row that a request names.
 * @param noun such as `a space`
 * @throws AppError 422 that names the field
 */
export function requireId(field: string, value: unknown, noun: string): string {
	const { data: id } = uuid.safeParse(value)
	if (!id) throw invalid({ [field]: `This is not the id of ${noun}.` })
	return id
}
