import { createServer } from 'node:http'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createIdentify } from '#server/http/caller.ts'
import { loadKeys } from '#server/keys.ts'
import { openDb } from '#server/pg/db.ts'
import { loginAs } from '#server/pg/login-role.ts'
import { handWrittenQueries } from './hand-written-queries.ts'

/**
 * What rest/v1 is held against: one handler that knows its questions. It verifies the token, gives the transaction the
 * same settings and role, and asks as one would by hand. Prints its port.
 */
const { config } = readConfig({ DATA_DIR: process.argv[2] ?? '' })
const owner = { host: join(config.DATA_DIR, 'socket'), user: 'postgres', database: 'plaudit' }
const identify = createIdentify(await loadKeys(config), { has: () => false })
const db = openDb(loginAs(owner), config.DATABASE_POOL, console.error)

const server = createServer(async (request, response) => {
	const url = new URL(request.url ?? '/', 'http://localhost')
	const headers = new Headers(request.headers as Record<string, string>)
	const { claims } = identify(headers, url)
	const query = handWrittenQueries[url.pathname]
	if (!query) throw new Error(`no such question: ${url.pathname}`)
	const settings = {
		'request.method': request.method ?? '',
		'request.path': url.pathname,
		'request.headers': JSON.stringify(request.headers),
		'request.cookies': '{}',
	}
	const [row] = await db.as(
		claims,
		(tx) => tx.final<{ body: string }>(query(url.searchParams.get('space') ?? '')),
		{ readOnly: true, settings },
	)
	const body = row?.body ?? ''
	response.writeHead(200, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
	})
	response.end(body)
})
server.listen(0, '127.0.0.1', () => {
	const address = server.address()
	if (typeof address === 'object' && address) console.log(address.port)
})
