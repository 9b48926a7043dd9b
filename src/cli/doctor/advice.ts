import { type FindingCode, findings, findingText } from '#platform/deployment/findings.ts'

/** A finding that the operator should look at, and that is not wrong for certain. */
export class Advice {
	readonly text: string
	constructor(text: string) {
		this.text = text
	}
}

/**
 * The line of a check for some findings about the deployment.
 * @param otherwise the line where there are none
 * @throws Error with all of them when one is wrong for certain
 */
export function adviceOf(codes: readonly FindingCode[], otherwise: string): string | Advice {
	if (codes.length === 0) return otherwise
	const text = codes.map((code) => `${findingText(code)} (${code})`).join('\n')
	if (codes.some((code) => findings[code].state === 'fails')) throw new Error(text)
	return new Advice(text)
}
