import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export type OpenidPerson = { sub: string; email?: string; email_verified?: boolean; name?: string }
type Visit = { person: OpenidPerson; nonce: string; challenge: string; redirectUri: string }

/** An OpenID provider of our own: discovery, authorization code with PKCE, signed ID tokens. */
export type OpenidServer = {
	issuer: string
	/** Who signs in at the next visit; claims may be bent to try what must be refused. */
	next: { person: OpenidPerson; claims?: Record<string, unknown> }
	/** What a browser does there: follows the address, signs in, and is sent back. @returns where to */
	visit(address: string): Promise<string>
	/** An ID token as an app on a phone gets it. */
	idToken(claims: Record<string, unknown>): Promise<string>
	close(): Promise<void>
}

export const client = { id: 'plaudit', secret: 'a secret between the two' }

export async function startOpenidServer(): Promise<OpenidServer> {
	const { publicKey, privateKey } = await generateKeyPair('RS256')
	const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
	const visits = new Map<string, Visit>()
	const server = createServer((request, response) => {
		answer(request, response).catch((error: Error) => send(response, 500, { error: error.message }))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const provider: OpenidServer = {
		issuer,
		next: { person: { sub: 'nobody' } },
		async visit(address) {
			const response = await fetch(address, { redirect: 'manual' })
			return response.headers.get('location') ?? ''
		},
		idToken: (claims) => signIdToken(claims),
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}

	async function answer(request: IncomingMessage, response: ServerResponse) {
		const url = new URL(request.url ?? '/', issuer)
		if (url.pathname === '/.well-known/openid-configuration')
			return send(response, 200, {
				issuer,
				authorization_endpoint: `${issuer}/authorize`,
				token_endpoint: `${issuer}/token`,
				jwks_uri: `${issuer}/keys`,
			})
		if (url.pathname === '/keys') return send(response, 200, { keys: [key] })
		if (url.pathname === '/authorize') return authorize(url.searchParams, response)
		if (url.pathname === '/token') return token(await readForm(request), response)
		send(response, 404, {})
	}

	function authorize(query: URLSearchParams, response: ServerResponse) {
		const back = new URL(query.get('redirect_uri') ?? '')
		const code = randomUUID()
		visits.set(code, {
			person: provider.next.person,
			nonce: query.get('nonce') ?? '',
			challenge: query.get('code_challenge') ?? '',
			redirectUri: back.href,
		})
		back.searchParams.set('code', code)
		back.searchParams.set('state', query.get('state') ?? '')
		response.writeHead(302, { location: back.href }).end()
	}

	function signIdToken(claims: Record<string, unknown>): Promise<string> {
		const now = Math.floor(Date.now() / 1000)
		return new SignJWT({ iss: issuer, aud: client.id, iat: now, exp: now + 300, ...claims })
			.setProtectedHeader({ alg: 'RS256', kid: 'one' })
			.sign(privateKey)
	}

	async function token(form: URLSearchParams, response: ServerResponse) {
		const visit = visits.get(form.get('code') ?? '')
		visits.delete(form.get('code') ?? '')
		const hashed = createHash('sha256')
			.update(form.get('code_verifier') ?? '')
			.digest('base64url')
		const isGood =
			visit?.challenge === hashed &&
			visit.redirectUri === form.get('redirect_uri') &&
			form.get('client_id') === client.id &&
			form.get('client_secret') === client.secret
		if (!isGood) return send(response, 400, { error: 'invalid_grant' })
		const idToken = await signIdToken({
			nonce: visit.nonce,
			...visit.person,
			...provider.next.claims,
		})
		send(response, 200, {
			access_token: `access-${visit.person.sub}`,
			refresh_token: `refresh-${visit.person.sub}`,
			token_type: 'Bearer',
			id_token: idToken,
		})
	}
	return provider
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk)
	return new URLSearchParams(Buffer.concat(chunks).toString())
}

function send(response: ServerResponse, status: number, body: unknown) {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
