import { flag, readOptions } from '#cli/read-options.ts'
import { checks } from './doctor-checks.ts'

/** Runs every check, also after a failed one, and prints a remedy for each problem. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const findings = []
	for (const { name, check } of checks) {
		try {
			findings.push({ name, ok: true, detail: await check() })
		} catch (error) {
			const { message } = error as Error
			// Wrong settings make most checks fail: they are reported once.
			const isKnown = findings.some(({ detail }) => detail === message)
			findings.push({ name, ok: false, detail: isKnown ? 'waits for the above' : message })
		}
	}
	if (json) console.log(JSON.stringify(findings))
	else
		for (const { name, ok, detail } of findings) console.log(`${ok ? 'ok   ' : 'WRONG'}  ${name.padEnd(16)} ${detail}`)
	return findings.every(({ ok }) => ok) ? 0 : 1
}
