import type { Config } from '#server/config.ts'
import { consumerOf, entityIdOf } from './addresses.ts'
import { readInstant } from './instant.ts'
import { notValid } from './not-valid.ts'
import { clockSkewSeconds } from './verify-response.ts'
import { childrenOf, namespaces, type XmlElement } from './xml.ts'

/** What an assertion must agree with. */
export type Expectation = {
	entityId: string
	/** The ID of our request; null when the identity provider began. */
	requestId: string | null
}

/** A verified assertion whose every condition holds. */
export type Assertion = {
	id: string
	/** From when on its age alone refuses it. */
	deadFrom: Date
	/** When the identity provider wants the session to end. */
	sessionEnd: Date | undefined
	nameId: { value: string; format: string } | undefined
	attributes: readonly SamlAttribute[]
}

export type SamlAttribute = { name: string; friendlyName: string | undefined; values: string[] }

const saml = namespaces.assertion
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

/**
 * Checks what a verified assertion says about itself (SAML 2.0 profiles 4.1.4) and reads it.
 * @param response the message that it came in; what stands there is unsigned at times and can only make things worse
 * @throws AuthError 400 validation_failed
 */
export function readAssertion(
	config: Config,
	assertion: XmlElement,
	response: XmlElement,
	{ entityId, requestId }: Expectation,
): Assertion {
	const id = assertion.attributes.get('ID')
	if (!id) throw notValid('it has no ID')
	if (assertion.attributes.get('Version') !== '2.0') throw notValid('it is not SAML 2.0')
	if (one(assertion, 'Issuer')?.text.trim() !== entityId) throw notValid('somebody else wrote it')
	requireAddressedHere(response, consumerOf(config), { entityId, requestId })
	requireConditions(assertion, entityIdOf(config))
	const subject = one(assertion, 'Subject')
	if (!subject) throw notValid('it names nobody')
	return {
		id,
		deadFrom: requireConfirmation(subject, consumerOf(config), requestId),
		sessionEnd: readSessionEnd(assertion),
		nameId: readNameId(subject),
		attributes: readAttributes(assertion),
	}
}

function one(parent: XmlElement, name: string): XmlElement | undefined {
	const found = childrenOf(parent, saml, name)
	if (found.length > 1) throw notValid(`it has more than one ${name}`)
	return found[0]
}

function requireAddressedHere(
	response: XmlElement,
	here: string,
	{ entityId, requestId }: Expectation,
): void {
	const { attributes } = response
	if ((attributes.get('Destination') ?? here) !== here)
		throw notValid('it was sent to another address')
	requireAnswers(attributes.get('InResponseTo'), requestId)
	if ((one(response, 'Issuer')?.text.trim() ?? entityId) !== entityId)
		throw notValid('somebody else sent it')
}

/** An answer to a question that nobody asked, or that somebody else asked, is no answer. */
function requireAnswers(inResponseTo: string | undefined, requestId: string | null): void {
	// Some write an empty one where SAML wants none.
	if (inResponseTo && inResponseTo !== requestId) throw notValid('it answers another request')
}

function requireConditions(assertion: XmlElement, audience: string): void {
	const conditions = one(assertion, 'Conditions')
	if (!conditions) throw notValid('it has no conditions')
	requireTime(conditions)
	const restrictions = childrenOf(conditions, saml, 'AudienceRestriction')
	const isForUs = restrictions.every((restriction) =>
		childrenOf(restriction, saml, 'Audience').some(({ text }) => text.trim() === audience),
	)
	if (restrictions.length === 0 || !isForUs) throw notValid('it is meant for another audience')
}

function requireTime({ attributes }: XmlElement): void {
	const [from, until] = ['NotBefore', 'NotOnOrAfter'].map((name) => {
		const text = attributes.get(name)
		const time = readInstant(text)
		if (text !== undefined && !time) throw notValid(`its ${name} is not a time`)
		return time?.getTime()
	})
	const skew = clockSkewSeconds * 1000
	if (from !== undefined && Date.now() + skew < from) throw notValid('its time has not come')
	if (until !== undefined && Date.now() - skew >= until) throw notValid('its time has passed')
}

/** @returns from when on the assertion can be forgotten, because its age alone refuses it */
function requireConfirmation(subject: XmlElement, here: string, requestId: string | null): Date {
	const confirmations = childrenOf(subject, saml, 'SubjectConfirmation').filter(
		({ attributes }) => attributes.get('Method') === bearer,
	)
	const [confirmation, ...others] = confirmations
	if (!confirmation || others.length > 0) throw notValid('it is not for whoever brings it')
	const data = one(confirmation, 'SubjectConfirmationData')
	const until = readInstant(data?.attributes.get('NotOnOrAfter'))
	if (!data || !until) throw notValid('it does not say until when it may be brought')
	if (data.attributes.get('Recipient') !== here) throw notValid('it is for another recipient')
	requireTime(data)
	const inResponseTo = data.attributes.get('InResponseTo')
	if (requestId !== null && !inResponseTo)
		throw notValid('it does not say which request it answers')
	requireAnswers(inResponseTo, requestId)
	return new Date(until.getTime() + 2 * clockSkewSeconds * 1000)
}

function readSessionEnd(assertion: XmlElement): Date | undefined {
	const statements = childrenOf(assertion, saml, 'AuthnStatement')
	if (statements.length === 0) throw notValid('it does not say that anybody signed in')
	const ends = statements.flatMap(({ attributes }) => {
		const text = attributes.get('SessionNotOnOrAfter')
		const end = readInstant(text)
		if (text !== undefined && !end) throw notValid('its SessionNotOnOrAfter is not a time')
		return end ? [end] : []
	})
	const [first] = ends.toSorted((a, b) => a.getTime() - b.getTime())
	if (first && first.getTime() <= Date.now()) throw notValid('its session has ended')
	return first
}

function readNameId(subject: XmlElement): Assertion['nameId'] {
	const nameId = one(subject, 'NameID')
	const value = nameId?.text.trim()
	if (!nameId || !value || nameId.children.length > 0) return undefined
	return { value, format: nameId.attributes.get('Format') ?? unspecified }
}

function readAttributes(assertion: XmlElement): SamlAttribute[] {
	return childrenOf(assertion, saml, 'AttributeStatement')
		.flatMap((statement) => childrenOf(statement, saml, 'Attribute'))
		.map((attribute) => ({
			name: attribute.attributes.get('Name') ?? '',
			friendlyName: attribute.attributes.get('FriendlyName'),
			values: childrenOf(attribute, saml, 'AttributeValue')
				.map(({ text }) => text.trim())
				.filter(Boolean),
		}))
}
