import { randomUUID } from 'node:crypto'

/** The contents of a SAML response. A test changes one field and leaves the others valid. */
export type SamlResponseFields = {
	issuer: string
	responseIssuer: string
	status: string
	destination: string | undefined
	inResponseTo: string | undefined
	assertionId: string
	nameId: string
	nameIdFormat: string
	confirmation: string
	recipient: string | undefined
	subjectInResponseTo: string | undefined
	subjectNotOnOrAfter: string | undefined
	notBefore: string | undefined
	notOnOrAfter: string | undefined
	audience: string
	sessionEnd: string | undefined
	attributes: Record<string, string | string[]>
	/** The authentication statement; '' omits it. */
	authnStatement?: string
	/** Additional XML in the assertion. */
	more?: string
}

export const nameIdFormats = {
	email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
	persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
	transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
}

/** A valid response to a request, or without one an unsolicited response. */
export function validResponse(
	issuer: string,
	{ entityId, consumer }: { entityId: string; consumer: string },
	requestId: string | undefined,
): SamlResponseFields {
	const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
	return {
		issuer,
		responseIssuer: issuer,
		status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
		destination: consumer,
		inResponseTo: requestId,
		assertionId: `_${randomUUID()}`,
		nameId: 'nobody',
		nameIdFormat: nameIdFormats.persistent,
		confirmation: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
		recipient: consumer,
		subjectInResponseTo: requestId,
		subjectNotOnOrAfter: at(300),
		notBefore: at(-5),
		notOnOrAfter: at(300),
		audience: entityId,
		sessionEnd: undefined,
		attributes: {},
	}
}

/** Serializes a response, unsigned. */
export function writeResponse(a: SamlResponseFields): string {
	const now = new Date().toISOString()
	const issuer = (name: string) => `<saml:Issuer>${escapeXml(name)}</saml:Issuer>`
	const data = attributesOf({
		NotOnOrAfter: a.subjectNotOnOrAfter,
		Recipient: a.recipient,
		InResponseTo: a.subjectInResponseTo,
	})
	const conditions = attributesOf({ NotBefore: a.notBefore, NotOnOrAfter: a.notOnOrAfter })
	const session = attributesOf({ SessionNotOnOrAfter: a.sessionEnd })
	const head = attributesOf({ Destination: a.destination, InResponseTo: a.inResponseTo })
	const signedIn =
		a.authnStatement ??
		`<saml:AuthnStatement AuthnInstant="${now}"${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
	return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}"${head}>${issuer(a.responseIssuer)}<samlp:Status><samlp:StatusCode Value="${a.status}"/></samlp:Status><saml:Assertion ID="${a.assertionId}" Version="2.0" IssueInstant="${now}">${issuer(a.issuer)}<saml:Subject><saml:NameID Format="${a.nameIdFormat}">${escapeXml(a.nameId)}</saml:NameID><saml:SubjectConfirmation Method="${a.confirmation}"><saml:SubjectConfirmationData${data}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions${conditions}><saml:AudienceRestriction><saml:Audience>${escapeXml(a.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${signedIn}${statement(a.attributes)}${a.more ?? ''}</saml:Assertion></samlp:Response>`
}

function attributesOf(given: Record<string, string | undefined>): string {
	return Object.entries(given)
		.map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`))
		.join('')
}

function statement(attributes: SamlResponseFields['attributes']): string {
	const entries = Object.entries(attributes)
	if (entries.length === 0) return ''
	const written = entries.map(([name, given]) => {
		const values = [given].flat().map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
		return `<saml:Attribute Name="${escapeXml(name)}">${values.join('')}</saml:Attribute>`
	})
	return `<saml:AttributeStatement>${written.join('')}</saml:AttributeStatement>`
}

/** Escapes a value for XML text and attributes. */
export function escapeXml(text: string): string {
	return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
