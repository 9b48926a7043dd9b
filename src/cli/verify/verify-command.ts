import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { flag, printResult, resolveCallerPath, text, UsageError } from '#cli/read-options.ts'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { keyIdOf } from '#product/proof/proof-key.ts'
import { parsePublicKey, type Verification, verificationSteps, verifyReceipt } from '#product/proof/verify-receipt.ts'

/** The largest receipt that is read. */
const maxBytes = 64 * 1024 * 1024

export async function run(args: string[]): Promise<number> {
	const { file, key, json } = readArguments(args)
	if (file === undefined) {
		const { verifyInstallation } = await import('./verify-installation.ts')
		return verifyInstallation({ key: await trustedKey(key), json })
	}
	const found = verifyReceipt(await readReceipt(file), await trustedKey(key))
	printResult(json, found, wordsOf(found))
	return found.failed ? 1 : 0
}

function readArguments(args: string[]) {
	try {
		const options = { key: text, json: flag } as const
		const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
		if (positionals.length > 1) throw new UsageError('One file is checked at a time.')
		return { ...values, file: positionals[0] }
	} catch (error) {
		throw error instanceof UsageError ? error : new UsageError((error as Error).message.split('\n')[0])
	}
}

async function readReceipt(path: string): Promise<unknown> {
	const bytes = await readFile(resolveCallerPath(path))
	if (bytes.length > maxBytes) throw new Error(`${path} is larger than any receipt.`)
	try {
		return parseShallowJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
	} catch {
		throw new Error(`${path} is not JSON: the file was cut or changed, or is no receipt.`)
	}
}

/** The id of a key in a PEM file. */
async function trustedKey(path: string | undefined): Promise<string | undefined> {
	if (path === undefined) return undefined
	const key = parsePublicKey(await readFile(resolveCallerPath(path), 'utf8'))
	if (!key) throw new Error(`${path} is no public key of ECDSA over P-256.`)
	return keyIdOf(key)
}

const stepNames = {
	file: 'The file is whole',
	words: 'The words are those that the entries commit to',
	entries: 'Each entry stands on the one before it',
	log: 'Each sealed entry is below its checkpoint',
	signature: 'The checkpoints are signed',
}

/** One line for each step, up to the first that does not hold. */
function wordsOf({ failed, testimonial, entries, unsealed, instances, keys }: Verification): string {
	const lines: string[] = []
	for (const step of verificationSteps) {
		if (failed?.step === step) return [...lines, `✗ ${stepNames[step]}: it does not hold. ${failed.reason}`].join('\n')
		lines.push(`✓ ${stepNames[step]}`)
	}
	const count = entries === 1 ? '1 entry' : `${entries} entries`
	return [
		...lines,
		'',
		`Testimonial ${testimonial}: ${count}${unsealed > 0 ? `, ${unsealed} of them not sealed yet` : ''}.`,
		...(keys.length > 0 ? [`Signed by ${instances.join(', ')} with the key ${keys.join(', ')}.`] : []),
		'It proves these words and consents at these times, unchanged since; not who was at the keyboard, or that what they say is true.',
	].join('\n')
}
