import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as samlify from 'samlify'
import { createSigningCertificate } from '#platform/auth/providers/saml/service-provider/signing-certificate.ts'
import { escapeXml, type SamlResponseFields, validResponse, writeResponse } from './saml-response.ts'

/** The form that the identity provider's page posts. */
export type SamlFormPost = { action: string; SAMLResponse: string; RelayState: string }
/** Signed parts of a response. */
export type Signing = 'assertion' | 'response' | 'both' | 'none'

/** Settings of the following responses: the user, changes to the XML, and the signature. */
export type ResponsePlan = {
	answer?: Partial<SamlResponseFields>
	signing?: Signing
	algorithm?: string
	/** Changes the XML before it is signed. */
	rewrite?: (xml: string) => string
}

/** An identity provider over HTTP, implemented with samlify. */
export type SamlIdentityProvider = {
	entityId: string
	metadataUrl: string
	/** Its published metadata, which a test may change. */
	metadata: string
	/** Number of requests for its metadata. */
	metadataReads: number
	next: ResponsePlan
	/** Reads the service provider's metadata, without which it answers no request. */
	trust(serviceMetadata: string): void
	/** Acts as the browser: follows the URL, signs in and receives the form. */
	signIn(address: string): Promise<SamlFormPost>
	/** Creates a response without a request (IdP-initiated sign-in). */
	sendUnsolicited(relayState: string, plan?: ResponsePlan): Promise<SamlFormPost>
	close(): Promise<void>
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
samlify.setSchemaValidator({ validate: async () => 'the messages are our own' })

/** Starts an identity provider. With `twin` it takes that one's entity id, but a key of its own. */
export async function startSamlIdentityProvider(twin?: SamlIdentityProvider): Promise<SamlIdentityProvider> {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
	const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
	const certificate = createSigningCertificate(privateKey, 'idp.example').toString('base64')
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
		async signIn(address) {
			const response = await fetch(address)
			const page = await response.text()
			if (!response.ok) throw new Error(page)
			return readForm(page)
		},
		sendUnsolicited: (relayState, plan = provider.next) => sign(plan, undefined, relayState),
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
	const issuer = ({ algorithm }: ResponsePlan) =>
		samlify.IdentityProvider({
			metadata: publish(entityId, `${base}/sso`, certificate),
			privateKey: key,
			...(algorithm ? { requestSignatureAlgorithm: algorithm } : {}),
		})

	async function sign(plan: ResponsePlan, requestId: string | undefined, RelayState: string): Promise<SamlFormPost> {
		const signing = plan.signing ?? 'assertion'
		const target = service(signing)
		const consumer = String(target.entityMeta.getAssertionConsumerService('post'))
		const honest = validResponse(entityId, { entityId: target.entityMeta.getEntityID(), consumer }, requestId)
		const xml = (plan.rewrite ?? ((same) => same))(writeResponse({ ...honest, ...plan.answer }))
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

function writeForm({ action, ...fields }: SamlFormPost): string {
	const inputs = Object.entries(fields).map(
		([name, value]) => `<input type="hidden" name="${name}" value="${escapeXml(value)}">`,
	)
	return `<body onload="document.forms[0].submit()"><form method="post" action="${escapeXml(action)}">${inputs.join('')}</form>`
}

function readForm(page: string): SamlFormPost {
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
