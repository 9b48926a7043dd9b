import {
	assertionConsumerUrl,
	serviceProviderEntityId,
} from '#platform/auth/providers/saml/service-provider/service-provider-metadata.ts'
import { childrenOf, namespaces, parseXmlDateTime, type XmlElement } from '#platform/auth/providers/saml/xml/xml.ts'
import type { Config } from '#platform/config/config.ts'
import { invalidAssertion } from './response-envelope.ts'
import { clockSkewSeconds } from './verify-response.ts'

/** Expected values of an assertion. */
export type AssertionExpectation = {
	entityId: string
	/** The ID of the request; null for a response that the identity provider initiated. */
	requestId: string | null
}

/** A verified assertion whose conditions hold. */
export type Assertion = {
	id: string
	/** From this time on, its age alone refuses it. */
	expiresAt: Date
	/** The latest end of the session. */
	sessionEnd: Date | undefined
	nameId: { value: string; format: string } | undefined
	attributes: readonly SamlAttribute[]
}

export type SamlAttribute = { name: string; friendlyName: string | undefined; values: string[] }

const saml = namespaces.assertion
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

/**
 * Checks the conditions of a verified assertion (SAML 2.0 profiles 4.1.4) and reads it.
 * @param response the message around it, possibly unsigned; it can only add refusals
 * @throws AuthError 400 validation_failed
 */
export function readAssertion(
	config: Config,
	assertion: XmlElement,
	response: XmlElement,
	{ entityId, requestId }: AssertionExpectation,
): Assertion {
	const id = assertion.attributes.get('ID')
	if (!id) throw invalidAssertion('it has no ID')
	if (assertion.attributes.get('Version') !== '2.0') throw invalidAssertion('it is not SAML 2.0')
	if (singleChild(assertion, 'Issuer')?.text.trim() !== entityId) throw invalidAssertion('somebody else wrote it')
	requireDestination(response, assertionConsumerUrl(config), { entityId, requestId })
	requireConditions(assertion, serviceProviderEntityId(config))
	const subject = singleChild(assertion, 'Subject')
	if (!subject) throw invalidAssertion('it names nobody')
	return {
		id,
		expiresAt: requireConfirmation(subject, assertionConsumerUrl(config), requestId),
		sessionEnd: readSessionEnd(assertion),
		nameId: readNameId(subject),
		attributes: readAttributes(assertion),
	}
}

function singleChild(parent: XmlElement, name: string): XmlElement | undefined {
	const found = childrenOf(parent, saml, name)
	if (found.length > 1) throw invalidAssertion(`it has more than one ${name}`)
	return found[0]
}

function requireDestination(response: XmlElement, here: string, { entityId, requestId }: AssertionExpectation): void {
	const { attributes } = response
	if ((attributes.get('Destination') ?? here) !== here) throw invalidAssertion('it was sent to another address')
	requireInResponseTo(attributes.get('InResponseTo'), requestId)
	if ((singleChild(response, 'Issuer')?.text.trim() ?? entityId) !== entityId)
		throw invalidAssertion('somebody else sent it')
}

/** A response must answer the request that this sign-in sent. */
function requireInResponseTo(inResponseTo: string | undefined, requestId: string | null): void {
	// Some providers write an empty InResponseTo where SAML wants none.
	if (inResponseTo && inResponseTo !== requestId) throw invalidAssertion('it answers another request')
}

function requireConditions(assertion: XmlElement, audience: string): void {
	const conditions = singleChild(assertion, 'Conditions')
	if (!conditions) throw invalidAssertion('it has no conditions')
	requireValidityPeriod(conditions)
	const restrictions = childrenOf(conditions, saml, 'AudienceRestriction')
	const isForUs = restrictions.every((restriction) =>
		childrenOf(restriction, saml, 'Audience').some(({ text }) => text.trim() === audience),
	)
	if (restrictions.length === 0 || !isForUs) throw invalidAssertion('it is meant for another audience')
}

function requireValidityPeriod({ attributes }: XmlElement): void {
	const [from, until] = ['NotBefore', 'NotOnOrAfter'].map((name) => {
		const text = attributes.get(name)
		const time = parseXmlDateTime(text)
		if (text !== undefined && !time) throw invalidAssertion(`its ${name} is not a time`)
		return time?.getTime()
	})
	const skew = clockSkewSeconds * 1000
	if (from !== undefined && Date.now() + skew < from) throw invalidAssertion('its time has not come')
	if (until !== undefined && Date.now() - skew >= until) throw invalidAssertion('its time has passed')
}

/** @returns when the assertion can be forgotten, because its age alone refuses it */
function requireConfirmation(subject: XmlElement, here: string, requestId: string | null): Date {
	const confirmations = childrenOf(subject, saml, 'SubjectConfirmation').filter(
		({ attributes }) => attributes.get('Method') === bearer,
	)
	const [confirmation, ...others] = confirmations
	if (!confirmation || others.length > 0) throw invalidAssertion('it has not exactly one bearer confirmation')
	const data = singleChild(confirmation, 'SubjectConfirmationData')
	const until = parseXmlDateTime(data?.attributes.get('NotOnOrAfter'))
	if (!data || !until) throw invalidAssertion('it does not say until when it may be brought')
	if (data.attributes.get('Recipient') !== here) throw invalidAssertion('it is for another recipient')
	requireValidityPeriod(data)
	const inResponseTo = data.attributes.get('InResponseTo')
	if (requestId !== null && !inResponseTo) throw invalidAssertion('it does not say which request it answers')
	requireInResponseTo(inResponseTo, requestId)
	return new Date(until.getTime() + 2 * clockSkewSeconds * 1000)
}

function readSessionEnd(assertion: XmlElement): Date | undefined {
	const statements = childrenOf(assertion, saml, 'AuthnStatement')
	if (statements.length === 0) throw invalidAssertion('it does not say that anybody signed in')
	const ends = statements.flatMap(({ attributes }) => {
		const text = attributes.get('SessionNotOnOrAfter')
		const end = parseXmlDateTime(text)
		if (text !== undefined && !end) throw invalidAssertion('its SessionNotOnOrAfter is not a time')
		return end ? [end] : []
	})
	const [first] = ends.toSorted((a, b) => a.getTime() - b.getTime())
	if (first && first.getTime() <= Date.now()) throw invalidAssertion('its session has ended')
	return first
}

function readNameId(subject: XmlElement): Assertion['nameId'] {
	const nameId = singleChild(subject, 'NameID')
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
