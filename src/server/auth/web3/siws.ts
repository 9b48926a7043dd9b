/** A parsed "Sign In With Solana" message (auth.md §6.4). */
export type SiwsMessage = {
	domain: string
	/** base58, not yet known to be a key. */
	address: string
	statement: string
	uri: string
	/** `solana:mainnet` and the like; empty when not said. */
	chainId: string
	issuedAt: Date
	expiresAt: Date | undefined
	notBefore: Date | undefined
}

/** The message is not one; its words are for the client. */
export class SiwsError extends Error {
	constructor(reason: string) {
		super(`siws: ${reason}`)
	}
}

const headerEnd = ' wants you to sign in with your Solana account:'
const domainPattern =
	/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::\d{1,5})?$/i
const addressPattern = /^[a-z0-9]{32,44}$/i
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/
const networks = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']

/** @throws SiwsError with what is wrong */
export function parseSiws(text: string): SiwsMessage {
	const lines = text.split('\n')
	if (lines.length < 6) throw new SiwsError('message needs at least 6 lines')
	const [header = '', addressLine = '', third] = lines
	if (!header.endsWith(headerEnd))
		throw new SiwsError(`message first line does not end in ${JSON.stringify(headerEnd)}`)
	const domain = header.slice(0, -headerEnd.length).trim()
	if (!domainPattern.test(domain))
		throw new SiwsError('domain in first line of message is not valid')
	const address = addressLine.trim()
	if (!addressPattern.test(address)) throw new SiwsError('wallet address is not in base58 format')
	if (third !== '') throw new SiwsError('third line must be empty')

	const hasStatement = lines[3] !== '' && lines[4] === ''
	const fields = readFields(lines, hasStatement ? 5 : 3)
	const version = fields.get('Version') ?? ''
	if (version !== '1')
		throw new SiwsError(`Version value is not supported, expected 1 got ${JSON.stringify(version)}`)
	const issuedAt = readTime(fields, 'Issued At')
	if (!issuedAt) throw new SiwsError('Issued At is not specified')
	const uri = fields.get('URI')
	if (uri === undefined) throw new SiwsError('URI is not specified')
	if (!isAddress(uri)) throw new SiwsError('URI is not valid')
	const chainId = fields.get('Chain ID') ?? ''
	if (chainId && !networks.includes(chainId)) throw new SiwsError('Chain ID is not valid')
	const expiresAt = readTime(fields, 'Expiration Time')
	const notBefore = readTime(fields, 'Not Before')
	if (expiresAt && issuedAt > expiresAt) throw new SiwsError('Issued At is after Expiration Time')
	if (expiresAt && notBefore && notBefore > expiresAt)
		throw new SiwsError('Not Before is after Expiration Time')
	const statement = hasStatement ? (lines[3] ?? '') : ''
	return { domain, address, statement, uri, chainId, issuedAt, expiresAt, notBefore }
}

function readFields(lines: readonly string[], start: number): Map<string, string> {
	const fields = new Map<string, string>()
	let resources: number | undefined
	for (let index = start; index < lines.length; index++) {
		const line = lines[index]?.trim() ?? ''
		if (resources !== undefined && line.startsWith('- ')) {
			if (!isAddress(line.slice(2).trim()))
				throw new SiwsError(`Resource at position ${resources} has invalid URI`)
			resources++
			continue
		}
		// The official client writes the word without its colon when it makes up the message by itself.
		resources = line === 'Resources:' || line === 'Resources' ? 0 : undefined
		if (line === '' || resources !== undefined) continue
		const colon = line.indexOf(':')
		if (colon < 0) throw new SiwsError(`encountered unparsable line at index ${index}`)
		const key = line.slice(0, colon)
		// What the wallet showed first must not be what counts least.
		if (fields.has(key)) throw new SiwsError(`${key} is specified twice`)
		fields.set(key, line.slice(colon + 1).trim())
	}
	return fields
}

function readTime(fields: ReadonlyMap<string, string>, key: string): Date | undefined {
	const text = fields.get(key)
	if (text === undefined) return undefined
	const time = new Date(timePattern.test(text) ? text : Number.NaN)
	if (Number.isNaN(time.getTime())) throw new SiwsError(`${key} is not a valid ISO8601 timestamp`)
	return time
}

function isAddress(text: string): boolean {
	return /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text)
}
