import type { Call } from './engine.ts'
import { badBody } from './problem.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The body as text.
 * @throws RestProblem PGRST102 when it is not UTF-8
 */
export async function readText({ body }: Call): Promise<string> {
	try {
		return decoder.decode(await body())
	} catch (error) {
		if (error instanceof TypeError) throw badBody('The body is not UTF-8')
		throw error
	}
}
