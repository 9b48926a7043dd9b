import { errorMessage } from './errors.ts'

/**
 * The message for a person after a function refused a field: its reason, else a sentence about the answer or the network.
 * @param error of `functions.invoke`, whose `context` is the response or the error of the network
 */
export async function toFieldProblem(error: { context?: unknown }, field: string): Promise<Error> {
	const { context } = error
	if (!(context instanceof Response)) return new Error(errorMessage(context ?? error))
	const answer: { error?: { fields?: Record<string, string> } } = await context.json().catch(() => ({}))
	return new Error(answer.error?.fields?.[field] ?? errorMessage({ status: context.status }))
}
