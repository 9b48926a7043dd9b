import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRouter } from '#platform/http/routing/router.ts'
import { restRoutes } from '#platform/rest/routes.ts'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { testWireCases } from '#test/support/rest/wire-cases.ts'
import { asOwner } from '#test/support/test-database.ts'

const functions = `
create function public.read_file(path text) returns text language sql security definer as $$ select pg_read_file(path) $$;
create function public.list_files(path text) returns setof text language sql security definer as $$ select pg_ls_dir(path) $$;
create function public.fail_with(code text, message text, detail text, hint text) returns void language plpgsql as
	$$ begin raise exception using errcode = code, message = message, detail = detail, hint = hint; end $$;
create function public.anonymous() returns json language sql stable return json_build_object(
	'user', current_user, 'role', auth.role(), 'claims', current_setting('request.jwt.claims', true)::json);
grant execute on all functions in schema public to anon, authenticated, service_role;
notify pgrst, 'reload schema';
`
let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(library.database, functions)
})
afterAll(() => library.close())

describe('Proxy-Status', () => {
	testWireCases(() => library, {
		'it names an error of this wire': {
			ask: ['GET', '/nowhere'],
			status: 404,
			headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
		},
		'it names an error of PostgreSQL': {
			ask: ['GET', '/books?id=eq.x'],
			status: 400,
			headers: { 'proxy-status': 'PostgREST; error=22P02' },
		},
		'it names what a function raises': {
			ask: ['POST', '/rpc/refuse', {}],
			status: 418,
			headers: { 'proxy-status': 'PostgREST; error=X1', 'x-tea': 'pot' },
		},
		'it names no error where there is none': {
			ask: ['GET', '/books'],
			status: 200,
			headers: { 'proxy-status': null },
		},
		'it is answered to HEAD, which has no body to say it': {
			ask: ['HEAD', '/nowhere'],
			status: 404,
			headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
		},
	})
})

describe('a token', () => {
	const said = async (authorization: string) => {
		const { anonKey } = library.deps.keys
		const headers = { apikey: anonKey, authorization }
		const response = await library.request('/rpc/anonymous', { headers })
		const challenge = response.headers.get('www-authenticate')
		return { status: response.status, challenge, body: await response.json() }
	}
	const refused = (code: string, message: string) => ({
		status: 401,
		challenge: `Bearer error="invalid_token", error_description="${message}"`,
		body: { code, details: null, hint: null, message },
	})

	it.each(['aud', 'iat'])('a token whose claim %s is null counts as one without it', async (claim) => {
		const { status } = await said(`Bearer ${library.token({ [claim]: null })}`)
		expect(status).toBe(200)
	})

	it('a token without a role is anonymous and keeps its claims', async () => {
		const { status, body } = await said(`Bearer ${library.token({ role: undefined, id: 'jdoe' })}`)
		expect(status).toBe(200)
		expect(body).toMatchObject({ user: 'anon', role: 'anon', claims: { role: 'anon', id: 'jdoe' } })
	})

	it.each(['Bearer', 'Bearer ', 'bearer   '])('an empty bearer token is refused: "%s"', async (header) => {
		const words = 'Empty JWT is sent in Authorization header'
		expect(await said(header)).toEqual(refused('PGRST301', words))
	})

	it.each([
		['Bearer a b', 1],
		['Bearer a.b', 2],
		['Bearer undefined', 1],
	])('a bearer token without three parts is refused: "%s"', async (header, parts) => {
		expect(await said(header)).toEqual(refused('PGRST301', `Expected 3 parts in JWT; got ${parts}`))
	})

	it('no token is read from another authorization scheme', async () => {
		expect(await said('Basic YTpi')).toMatchObject({ status: 200, body: { user: 'anon' } })
	})
})

describe('files of the server', () => {
	const path = 'base/16384/16450'
	const hidden = (code: string, message: string) => ({ code, details: null, hint: null, message })
	const files = 'The server could not read or write one of its files.'
	const raise = (code: string, message: string, detail = 'd', hint = 'h') => ({
		code,
		message,
		detail,
		hint,
	})
	testWireCases(() => library, {
		'a file that is not there is not named': {
			ask: ['POST', '/rpc/read_file', { path: '/srv/nowhere/secret.txt' }],
			status: 500,
			body: hidden('58P01', files),
		},
		'a folder that is read as a file is not named': {
			ask: ['POST', '/rpc/read_file', { path: '/usr' }],
			status: 400,
			body: hidden('42809', files),
		},
		'a file that is read as a folder is not named': {
			ask: ['POST', '/rpc/list_files', { path: '/etc/passwd' }],
			status: 400,
			headers: { 'proxy-status': 'PostgREST; error=42809' },
			body: hidden('42809', files),
		},
		'a full disk is told without the file that it could not extend': {
			ask: ['POST', '/rpc/fail_with', raise('53100', `could not extend file "${path}": No space left on device`)],
			status: 503,
			body: {
				...hidden('53100', 'The server has no room to write.'),
				hint: 'Try again later.',
			},
		},
		'a path in the details is not told': {
			ask: ['POST', '/rpc/fail_with', raise('53200', 'out of memory', `on "${path}"`)],
			status: 503,
			body: { ...hidden('53200', 'The server has too much to do.'), hint: 'Try again later.' },
		},
		'a path in the hint is not told': {
			ask: ['POST', '/rpc/fail_with', raise('XX001', 'broken', 'd', `Look at ${path}.`)],
			status: 500,
			body: hidden('XX001', 'The server made a mistake.'),
		},
		'a page that is broken is told without its place': {
			ask: ['POST', '/rpc/fail_with', raise('XX001', `invalid page in block 0 of relation ${path}`)],
			status: 500,
			body: hidden('XX001', 'The server made a mistake.'),
		},
		'a file that may not be opened is not named': {
			ask: ['POST', '/rpc/fail_with', raise('42501', 'could not open file "/srv/x" for reading: Permission denied')],
			status: 403,
			body: hidden('42501', files),
		},
		'a limit of temporary files is told, as it names none': {
			ask: ['POST', '/rpc/fail_with', raise('53400', 'temporary file size exceeds temp_file_limit (1kB)')],
			status: 500,
			body: {
				code: '53400',
				details: 'd',
				hint: 'h',
				message: 'temporary file size exceeds temp_file_limit (1kB)',
			},
		},
		'a file of the database behind an internal error is not named': {
			ask: ['POST', '/rpc/fail_with', raise('XX000', `could not read block 0 in file "${path}"`)],
			status: 500,
			body: hidden('XX000', 'The server made a mistake.'),
		},
		'a socket of another server is not named': {
			ask: [
				'POST',
				'/rpc/fail_with',
				raise('08001', 'could not connect', 'connection to server on socket "/run/x/.s.PGSQL.5432" failed'),
			],
			status: 503,
			body: hidden('08001', 'The server could not reach another server.'),
		},
		'an internal error that names no file is told, also where it holds a slash': {
			ask: ['POST', '/rpc/fail_with', raise('XX000', 'parse error - invalid unit km/h', 'a/b', 'Use "m/s".')],
			status: 500,
			body: {
				code: 'XX000',
				details: 'a/b',
				hint: 'Use "m/s".',
				message: 'parse error - invalid unit km/h',
			},
		},
		'what a function says by itself is its own business': {
			ask: ['POST', '/rpc/fail_with', raise('P0001', 'see "/help/quota"')],
			status: 400,
			body: { code: 'P0001', details: 'd', hint: 'h', message: 'see "/help/quota"' },
		},
	})

	it('paths of server files are logged with the id of the request', async () => {
		const lines: string[] = []
		const log = pino({}, { write: (line: string) => lines.push(line) })
		const deps = { ...library.deps, log }
		const router = createRouter(restRoutes(deps), deps)
		const body = JSON.stringify({ path: '/srv/nowhere/secret.txt' })
		const apikey = library.deps.keys.serviceRoleKey
		const { status, headers } = await router.request('/rest/v1/rpc/read_file', {
			method: 'POST',
			headers: { apikey, 'content-type': 'application/json' },
			body,
		})
		expect(status).toBe(500)
		const unexpected = lines.map((line) => JSON.parse(line)).filter(({ err }) => err)
		expect(unexpected).toEqual([
			expect.objectContaining({
				requestId: headers.get('sb-request-id'),
				err: expect.objectContaining({
					message: expect.stringContaining('/srv/nowhere/secret.txt'),
				}),
			}),
		])
	})
})
