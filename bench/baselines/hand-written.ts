import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { createIdentify } from '#platform/http/request/caller.ts'
import { loadKeys } from '#platform/keys/keys.ts'
import { type Claims, openDb } from '#platform/pg/db.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { readConfig } from '#server/settings.ts'
import { handWrittenQueries, makeInserts, ownersQueries } from './hand-written-queries.ts'

/**
 * The baseline of rest/v1, auth/v1 and submissions: handlers with fixed queries. They verify the token; for rest/v1
 * they apply the same role and settings to the transaction. Prints its port.
 */
const { config } = readConfig({ DATA_DIR: process.argv[2] ?? '' })
const owner = { host: join(config.DATA_DIR, 'socket'), user: 'postgres', database: 'plaudit' }
const identify = createIdentify(await loadKeys(config), { has: () => false })
const db = openDb(loginAs(owner), config.DATABASE_POOL, console.error)
const pool = new pg.Pool({ ...owner, max: config.DATABASE_POOL })
await pool.query(makeInserts)
const anonymous: Claims = { role: 'anon' }

async function answer(request: IncomingMessage): Promise<string> {
	const url = new URL(request.url ?? '/', 'http://localhost')
	const headers = new Headers(request.headers as Record<string, string>)
	const claims = headers.has('authorization') ? (await identify(headers, url)).claims : anonymous
	const of = url.searchParams.get('of') ?? claims.sub ?? ''
	const ownersQuery = ownersQueries[url.pathname]
	if (ownersQuery) {
		const { rows } = await pool.query<{ body: string }>(ownersQuery(of, await read(request)))
		return rows[0]?.body ?? ''
	}
	const query = handWrittenQueries[url.pathname]
	if (!query) throw new Error(`no such question: ${url.pathname}`)
	const settings = {
		'request.method': request.method ?? '',
		'request.path': url.pathname,
		'request.headers': JSON.stringify(request.headers),
		'request.cookies': '{}',
	}
	const [row] = await db.as(claims, (tx) => tx.final<{ body: string }>(query(of)), {
		readOnly: true,
		settings,
	})
	return row?.body ?? ''
}

async function read(request: IncomingMessage): Promise<string> {
	if (request.method === 'GET') return ''
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk)
	return Buffer.concat(chunks).toString()
}

const server = createServer(async (request, response) => {
	const body = await answer(request)
	response.writeHead(body ? 200 : 404, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
	})
	response.end(body)
})
server.listen(0, '127.0.0.1', () => {
	const address = server.address()
	if (typeof address === 'object' && address) console.log(address.port)
})
