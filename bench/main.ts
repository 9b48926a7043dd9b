import { parseArgs } from 'node:util'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'
import { measureAlerts } from './alerts/alerts.ts'
import { measureArchive } from './archive.ts'
import { measureAuth } from './auth/auth.ts'
import { measureJwks } from './auth/jwks.ts'
import { measureAuthMemory } from './auth/memory.ts'
import { measureSessions } from './auth/sessions.ts'
import { measureSignIn } from './auth/sign-in.ts'
import { measureBulk } from './bulk.ts'
import { measureCounts } from './counts/counts.ts'
import { type Figure, printSection, writeResults } from './figure.ts'
import { measureImports } from './imports/imports.ts'
import { measureInboxList } from './inbox-list.ts'
import { measureInvitations } from './invitations.ts'
import { measureEmbedLighthouse } from './lighthouse/embed-lighthouse.ts'
import { measureLighthouse } from './lighthouse/lighthouse.ts'
import { measureNodes } from './nodes.ts'
import { measurePages } from './pages.ts'
import { measureProof } from './proof/proof.ts'
import { measureProofOfWork } from './proof-of-work.ts'
import { measureRealtime } from './realtime/realtime.ts'
import { measureRecorder } from './recordings/recorder.ts'
import { measureRecordingLoad } from './recordings/recording-load.ts'
import { measureRecordings } from './recordings/recordings.ts'
import { measureCatalogue } from './rest/catalogue.ts'
import { measureRest } from './rest/rest.ts'
import { measurePagesOfRows } from './rest/row-pages.ts'
import { measureSearch } from './search/search.ts'
import { measureSharing } from './sharing.ts'
import { measureStart } from './start.ts'
import { measureStorage } from './storage.ts'
import { measureStudioPreview } from './studio-preview.ts'
import { measureSubmit } from './submit.ts'
import { measureUncachedWall, measureWall } from './wall.ts'
import { measureWebhooks } from './webhooks.ts'

/**
 * Runs all measurements on one machine. Run: `npm run bench -- --only wall,rest` for some sections. Exits 1 only when
 * a gate fails.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = values.only?.split(',')
const sections: Record<string, Figure[]> = {}

const server = await startServer({ RATE_LIMITS: 'off', LANDING_PAGE: 'plaudit' })
let seeds: ReturnType<typeof seed> | undefined
/** Made for the first section that needs it: seeding takes longer than some sections. */
const seeded = () => {
	seeds ??= seed()
	return seeds
}
try {
	const all: Record<string, () => Promise<Figure[]>> = {
		pages: async () => measurePages(server, (await seeded()).space, (await seeded()).small),
		start: () => measureStart(server),
		wall: async () => measureWall(server, (await seeded()).small, (await seeded()).large),
		uncached: async () => measureUncachedWall(server, (await seeded()).small, (await seeded()).large),
		sharing: async () => measureSharing(server, (await seeded()).small),
		rest: async () => measureRest(server, (await seeded()).space),
		rows: () => measurePagesOfRows(server),
		catalogue: () => measureCatalogue(server),
		archive: () => measureArchive(),
		invitations: () => measureInvitations(server),
		imports: () => measureImports(server),
		bulk: () => measureBulk(server),
		'inbox-list': () => measureInboxList(server),
		studio: () => measureStudioPreview(server),
		counts: () => measureCounts(server),
		search: () => measureSearch(server),
		submit: async () => measureSubmit(server, (await seeded()).space, (await seeded()).small),
		work: () => measureProofOfWork(),
		webhooks: () => measureWebhooks(),
		alerts: async () => measureAlerts(server, (await seeded()).space),
		proof: async () => measureProof(server, (await seeded()).space),
		storage: () => measureStorage(server),
		recordings: async () => [
			...(await measureRecordings()),
			...(await measureRecordingLoad(server, (await seeded()).space, (await seeded()).small)),
		],
		recorder: () => measureRecorder(server),
		auth: async () => [
			...(await measureAuth(server)),
			...(await measureSignIn(server, (await seeded()).small)),
			...(await measureSessions()),
			...(await measureJwks(server)),
		],
		memory: () => measureAuthMemory(),
		realtime: () => measureRealtime(),
		nodes: () => measureNodes(),
		lighthouse: async () => {
			const { space, small, sent } = await seeded()
			return measureLighthouse([
				['collect', `${server.url}/collect/${space.slug}`, 1.5],
				['collect in steps', `${server.url}/collect/${await makeSteppedForm(server.url)}`, 1.5],
				['landing', `${server.url}/`, 1.5],
				['wall', `${server.url}/w/${small}`, 1.5],
				['testimonial', `${server.url}/p/${sent.id}`, 1.5],
				['submitter’s page', sent.receipt_url, 1.5, false],
			])
		},
		embed: () => measureEmbedLighthouse(server),
	}
	for (const [name, measure] of Object.entries(all)) {
		if (wanted && !wanted.includes(name)) continue
		sections[name] = await measure()
		printSection(name, sections[name])
	}
} finally {
	await server.stop()
}
console.log(`\nKept in ${await writeResults(sections)}`)
const broken = Object.values(sections)
	.flat()
	.filter(({ gate, ok }) => gate && ok === false)
process.exit(broken.length > 0 ? 1 : 0)

/** Walls of 50 and of 10,000 testimonials by their slugs, and a space with twenty, of which the last is public. */
async function seed() {
	const wallOf = async (testimonials: string): Promise<string> =>
		JSON.parse(await plaudit(server, ['seed', '--testimonials', testimonials, '--json'])).wallSlug
	const small = await wallOf('50')
	const large = await wallOf('10000')
	const space = await makeSpace(server.url)
	for (let i = 0; i < 19; i++) await submitTestimonial(server.url, space)
	const sent = await submitTestimonial(server.url, space)
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
	return { small, large, space, sent }
}

/** The slug of a form that asks one question at a time. */
async function makeSteppedForm(url: string): Promise<string> {
	const { client, formId, slug } = await makeSpace(url)
	await client
		.from('forms')
		.update({ look: { pages: 'steps' } })
		.eq('id', formId)
		.throwOnError()
	return slug
}
