import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSamlIdentityProvider } from '#test/fakes/saml-identity-provider.ts'
import { nameIdFormats } from '#test/fakes/saml-response.ts'
import { fragmentOf, openSamlApp, type SamlApp } from '#test/support/auth/saml-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const answer = { nameId: 'isla@skerry.example', nameIdFormat: nameIdFormats.email }

describe('published SAML metadata', () => {
	let world: SamlApp
	beforeAll(async () => {
		const idp = await startSamlIdentityProvider()
		world = await openSamlApp(
			{ SAML_ALLOW_PRIVATE_METADATA: 'on', LOG_LEVEL: 'silent' },
			{ metadata_xml: null, metadata_url: idp.metadataUrl },
			idp,
		)
	})
	afterAll(() => world.close())

	/** Moves the times of the last fetch into the past. */
	const age = (hours: number) =>
		asOwner(
			world.app.database,
			`update auth.saml_providers set metadata_read_at = now() - make_interval(hours => $1),
				metadata_tried_at = now() - make_interval(hours => $1)`,
			[hours],
		)
	const readsOf = async (work: () => Promise<unknown>) => {
		const before = world.idp.metadataReads
		await work()
		return world.idp.metadataReads - before
	}
	const isIn = async () => fragmentOf((await world.signOn({ answer })).url).has('access_token')

	it('published SAML metadata is read once when it is added, and again when a day has passed, by one of many', async () => {
		expect(world.idp.metadataReads).toBe(1)
		expect(await readsOf(isIn)).toBe(0)
		await age(23)
		expect(await readsOf(isIn)).toBe(0)
		await age(25)
		expect(await readsOf(() => Promise.all([1, 2, 3, 4, 5].map(() => world.begin())))).toBe(1)
		expect(await readsOf(isIn)).toBe(0)
	})

	it('published SAML metadata is read as often as it asks to be', async () => {
		const published = world.idp.metadata
		world.idp.metadata = published.replace('entityID=', 'cacheDuration="PT2H" entityID=')
		await age(25)
		expect(await readsOf(isIn)).toBe(1)
		await age(1)
		expect(await readsOf(isIn)).toBe(0)
		await age(3)
		expect(await readsOf(isIn)).toBe(1)
		world.idp.metadata = published.replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID=')
		await age(3)
		expect(await readsOf(isIn)).toBe(1)
		// It has run out at once, and is not asked for at every sign-in for that.
		expect(await readsOf(isIn)).toBe(0)
		await age(1)
		world.idp.metadata = published
		expect(await readsOf(isIn)).toBe(1)
	})

	it('published SAML metadata brings a new address and a new key', async () => {
		const heir = await startSamlIdentityProvider(world.idp)
		heir.trust(world.serviceMetadata)
		heir.next = { answer }
		const published = world.idp.metadata
		world.idp.metadata = heir.metadata
		await age(25)
		const address = await world.begin()
		expect(address).toContain(new URL(heir.metadataUrl).origin)
		const { url } = await world.deliver(await heir.signIn(address))
		expect(fragmentOf(url).has('access_token')).toBe(true)
		world.idp.metadata = published
		await age(25)
		expect(await isIn()).toBe(true)
		await heir.close()
	})

	it('published SAML metadata may name two keys, the old and the new, and either signs', async () => {
		const heir = await startSamlIdentityProvider(world.idp)
		heir.trust(world.serviceMetadata)
		heir.next = { answer }
		const published = world.idp.metadata
		const [added = ''] = /<KeyDescriptor.*<\/KeyDescriptor>/.exec(heir.metadata) ?? []
		world.idp.metadata = published.replace('<KeyDescriptor', `${added}<KeyDescriptor`)
		await age(25)
		expect(await isIn()).toBe(true)
		const { url } = await world.deliver(await heir.sendUnsolicited(''))
		expect(fragmentOf(url).has('access_token')).toBe(true)
		world.idp.metadata = published
		await age(25)
		expect(await isIn()).toBe(true)
		const late = await world.deliver(await heir.sendUnsolicited(''))
		expect(late.url.searchParams.get('error_code')).toBe('validation_failed')
		await heir.close()
	})

	it.each<[string, (metadata: string) => string]>([
		['speaks for somebody else', (metadata) => metadata.replace(/entityID="[^"]+"/, 'entityID="urn:x"')],
		['is broken', () => '<half'],
		['has lost its certificate', (metadata) => metadata.replace(/<KeyDescriptor.*<\/KeyDescriptor>/, '')],
		['declares entities', (metadata) => `<!DOCTYPE r [<!ENTITY x "y">]>${metadata.replace(/^.*\n/, '')}`],
	])('published SAML metadata that %s changes nothing, and is not asked for again at once', async (_, bend) => {
		const published = world.idp.metadata
		world.idp.metadata = bend(published)
		await age(25)
		expect(await readsOf(async () => expect(await isIn()).toBe(true))).toBe(1)
		expect(await readsOf(async () => expect(await isIn()).toBe(true))).toBe(0)
		world.idp.metadata = published
	})
})
