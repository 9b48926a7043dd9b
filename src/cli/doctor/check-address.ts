import { randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { localServerUrl } from '#cli/read-server-state.ts'
import { cliConfig } from '#cli/with-deps.ts'
import type { FindingCode } from '#platform/deployment/findings.ts'
import { type Advice, adviceOf } from './advice.ts'

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

const timeout = 10_000
/** An answer of another program is not read to its end. */
const longestAnswer = 65_536

type Received = { status: number; headers: IncomingHttpHeaders; text: string }

/**
 * Sends one request and follows no redirect. An answer counts although the body was not read to its end, as proxies refuse one by its
 * length.
 * @returns the answer; the status of an upgraded connection is 101
 * @throws Error when none comes
 */
function sendRequest(
	url: string,
	{ method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Received> {
	return new Promise((resolve, reject) => {
		const start = url.startsWith('https:') ? requestHttps : requestHttp
		const signal = AbortSignal.timeout(timeout)
		const sizes = body ? { 'content-length': String(body.length) } : {}
		const request = start(url, { method, agent: false, signal, headers: { ...headers, ...sizes } })
		request.once('response', (response) => {
			let text = ''
			const finish = () => {
				resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
				request.destroy()
			}
			response.setEncoding('utf8')
			response.on('data', (chunk: string) => {
				text += chunk
				if (text.length > longestAnswer) finish()
			})
			response.once('end', finish)
			response.once('error', finish)
		})
		request.once('upgrade', ({ headers: given }, socket) => {
			resolve({ status: 101, headers: given, text: '' })
			socket.destroy()
		})
		// Later ones belong to a connection that was closed after its answer.
		request.on('error', reject)
		request.end(body)
	})
}
