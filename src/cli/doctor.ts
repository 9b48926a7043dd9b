import { parseArgs } from 'node:util'
import { checks } from './doctor-checks.ts'

/** Runs every check, also after one failed, and says what to do about each that is wrong. */
export async function run(args: string[]): Promise<number> {
	const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
	const findings = []
	for (const { name, check } of checks) {
		try {
			findings.push({ name, ok: true, detail: await check() })
		} catch (error) {
			findings.push({ name, ok: false, detail: (error as Error).message })
		}
	}
	if (values.json) console.log(JSON.stringify(findings))
	else
		for (const { name, ok, detail } of findings)
			console.log(`${ok ? 'ok   ' : 'WRONG'}  ${name.padEnd(16)} ${detail}`)
	return findings.every(({ ok }) => ok) ? 0 : 1
}
