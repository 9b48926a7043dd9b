import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as samlify from 'samlify'
import { certificateFor } from '#server/auth/saml/certificate.ts'
import { type Answer, escapeXml, honestAnswer, writeAnswer } from './saml-answer.ts'

/** What a browser brings from the identity provider: the form that its page posts. */
export type Delivery = { action: string; SAMLResponse: string; RelayState: string }
/** Which parts of an answer are signed. */
export type Signing = 'assertion' | 'response' | 'both' | 'none'

/** How the next answers are written: who signs in, what is bent, what is signed, how. */
export type Plan = {
	answer?: Partial<Answer>
	signing?: Signing
	algorithm?: string
	/** Changes the XML before it is signed. */
	rewrite?: (xml: string) => string
}

/** An identity provider of our own: samlify in that role, over HTTP. */
export type SamlIdentityProvider = {
	entityId: string
	metadataUrl: string
	/** What it publishes; a test may bend it. */
	metadata: string
	/** How often its metadata was asked for. */
	metadataReads: number
	next: Plan
	/** Reads the service provider's metadata, without which it answers nobody. */
	trust(serviceMetadata: string): void
	/** What a browser does there: follows the address, signs in, and is given a form to post. */
	visit(address: string): Promise<Delivery>
	/** Sends somebody who did not ask. */
	sendUnasked(relayState: string, plan?: Plan): Promise<Delivery>
	close(): Promise<void>
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
samlify.setSchemaValidator({ validate: async () => 'the messages are our own' })

/** Starts one. `twin` gives it the name of another one, and its own key. */
export async function startSamlIdentityProvider(
	twin?: SamlIdentityProvider,
): Promise<SamlIdentityProvider> {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
	const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
	const certificate = certificateFor(privateKey, 'idp.example').toString('base64')
	const server = createServer((request, response) => {
		answer(request, response).catch((error: Error) => send(response, 500, error.message))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const entityId = twin?.entityId ?? `${base}/metadata`
	let serviceMetadata = ''

	const provider: SamlIdentityProvider = {
		entityId,
		metadataUrl: `${base}/metadata`,
		metadata: publish(entityId, `${base}/sso`, certificate),
		metadataReads: 0,
		next: {},
		trust(metadata) {
			serviceMetadata = metadata
		},
		async visit(address) {
			const response = await fetch(address)
			const page = await response.text()
			if (!response.ok) throw new Error(page)
			return readForm(page)
		},
		sendUnasked: (relayState, plan = provider.next) => sign(plan, undefined, relayState),
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}

	async function answer(request: IncomingMessage, response: ServerResponse) {
		const url = new URL(request.url ?? '/', base)
		if (url.pathname === '/metadata') {
			provider.metadataReads++
			return send(response, 200, provider.metadata)
		}
		if (url.pathname !== '/sso') return send(response, 404, 'nothing here')
		const query = Object.fromEntries(url.searchParams)
		const octetString = url.search.slice(1).replace(/&Signature=.*$/, '')
		const { extract } = await issuer({}).parseLoginRequest(service('assertion'), 'redirect', {
			query,
			octetString,
		})
		const delivery = await sign(provider.next, String(extract.request?.id), query.RelayState ?? '')
		send(response, 200, writeForm(delivery), 'text/html')
	}

	const service = (signing: Signing) =>
		samlify.ServiceProvider({
			metadata:
				signing === 'response'
					? serviceMetadata.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"')
					: serviceMetadata,
			wantMessageSigned: signing !== 'assertion',
		})
	const issuer = ({ algorithm }: Plan) =>
		samlify.IdentityProvider({
			metadata: publish(entityId, `${base}/sso`, certificate),
			privateKey: key,
			...(algorithm ? { requestSignatureAlgorithm: algorithm } : {}),
		})

	async function sign(
		plan: Plan,
		requestId: string | undefined,
		RelayState: string,
	): Promise<Delivery> {
		const signing = plan.signing ?? 'assertion'
		const target = service(signing)
		const consumer = String(target.entityMeta.getAssertionConsumerService('post'))
		const honest = honestAnswer(
			entityId,
			{ entityId: target.entityMeta.getEntityID(), consumer },
			requestId,
		)
		const xml = (plan.rewrite ?? ((same) => same))(writeAnswer({ ...honest, ...plan.answer }))
		const { context } =
			signing === 'none'
				? { context: Buffer.from(xml).toString('base64') }
				: await issuer(plan).createLoginResponse(
						target,
						{ extract: {} },
						'post',
						{},
						{
							customTagReplacement: () => ({ id: 'x', context: xml }),
						},
					)
		return { action: consumer, SAMLResponse: context, RelayState }
	}
	return provider
}

function publish(entityId: string, signOn: string, certificate: string): string {
	return `<?xml version="1.0"?><!-- as a person would keep it -->
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="${redirect}" Location="${signOn}"/></IDPSSODescriptor></EntityDescriptor>`
}

function writeForm({ action, ...fields }: Delivery): string {
	const inputs = Object.entries(fields).map(
		([name, value]) => `<input type="hidden" name="${name}" value="${escapeXml(value)}">`,
	)
	return `<body onload="document.forms[0].submit()"><form method="post" action="${escapeXml(action)}">${inputs.join('')}</form>`
}

function readForm(page: string): Delivery {
	const value = (pattern: RegExp) => pattern.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? ''
	return {
		action: value(/action="([^"]*)"/),
		SAMLResponse: value(/name="SAMLResponse" value="([^"]*)"/),
		RelayState: value(/name="RelayState" value="([^"]*)"/),
	}
}

function send(response: ServerResponse, status: number, body: string, type = 'application/xml') {
	response.writeHead(status, { 'content-type': type }).end(body)
}
