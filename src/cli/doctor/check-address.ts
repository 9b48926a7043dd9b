import { randomBytes } from 'node:crypto'
import { localServerUrl } from '#cli/read-server-state.ts'
import { cliConfig } from '#cli/with-deps.ts'
import type { FindingCode } from '#platform/deployment/findings.ts'
import { type Advice, adviceOf } from './advice.ts'
import { type Received, sendRequest } from './send-request.ts'

/** More than nginx lets through by itself, which is 1 MB. The server refuses it by its length, without reading it. */
const bodyBytes = 2_000_000
const clockTolerance = 30_000

/** Checks that SITE_URL leads to this server, with large bodies and websockets. @throws Error for what is in the way */
export async function checkAddress(): Promise<string | Advice> {
	const { SITE_URL, IGNORE_FINDINGS } = cliConfig()
	const anonKey = await sendRequest(`${localServerUrl()}/config.json`).then(keyOf, () => undefined)
	if (anonKey === undefined) return 'not asked: no server answers on this machine'
	try {
		const found = await findInTheWay(SITE_URL, anonKey)
		const counted = found.filter((code) => !IGNORE_FINDINGS.includes(code))
		return adviceOf(counted, 'SITE_URL leads here, also with bodies of 2 MB and websockets')
	} catch (error) {
		if (!isOfConnection(error)) throw error
		return `SITE_URL could not be asked from this machine: ${error.code}`
	}
}

/** A firewall may keep a machine from its own public address, so that a failed connection proves nothing. */
function isOfConnection(error: unknown): error is Error & { code: string } {
	return typeof (error as { code?: unknown }).code === 'string'
}

async function findInTheWay(site: string, anonKey: string): Promise<FindingCode[]> {
	const config = await sendRequest(`${site}/config.json`)
	if (keyOf(config) !== anonKey) return [explainOther(site, config)]
	const found: FindingCode[] = []
	const large = await sendRequest(`${site}/functions/v1/events`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: Buffer.alloc(bodyBytes, ' '),
	})
	// A refusal while the proxy still sends may reach it as a broken connection, which it answers by 502: that is no limit.
	if (!isOfServer(large) && large.status < 500) found.push('body_limit')
	const socket = await sendRequest(`${site}/realtime/v1/websocket?vsn=1.0.0&apikey=${anonKey}`, {
		headers: {
			connection: 'Upgrade',
			upgrade: 'websocket',
			'sec-websocket-version': '13',
			'sec-websocket-key': randomBytes(16).toString('base64'),
		},
	})
	if (socket.status !== 101) found.push('websockets_dropped')
	const there = Date.parse(config.headers.date ?? '')
	if (Math.abs(there - Date.now()) > clockTolerance) found.push('clock_differs')
	return found
}

function explainOther(site: string, { status, headers }: Received): FindingCode {
	if (status >= 500) return 'proxy_error'
	const isRedirect = status >= 300 && status < 400 && headers.location?.startsWith('https://') === true
	return isRedirect && site.startsWith('http://') ? 'site_url_http' : 'site_url_elsewhere'
}

/** Every answer of Plaudit has an id. */
const isOfServer = ({ headers }: Received) => headers['sb-request-id'] !== undefined

/** The anonymous key of an installation; nothing in an answer of another program. */
function keyOf({ text }: Received): string | undefined {
	try {
		const { anonKey } = JSON.parse(text) as { anonKey?: unknown }
		return typeof anonKey === 'string' ? anonKey : undefined
	} catch {
		return undefined
	}
}
