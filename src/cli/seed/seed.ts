import { randomBytes } from 'node:crypto'
import { flag, printResult, readOptions, text, UsageError } from '#cli/read-options.ts'
import { withDeps } from '#cli/with-deps.ts'
import { createConfirmedUser } from '#platform/auth/flows/sign-up/create-confirmed-user.ts'
import type { Deps } from '#platform/deps.ts'
import type { Claims } from '#platform/pg/db.ts'
import { loadForm } from '#product/forms/load-form.ts'
import { type SeededDemo, type SeedSpace, seedDemo, seedMany } from './seed-demo.ts'
import * as queries from './seed-queries.ts'
import { seedViews } from './seed-views.ts'

const people = [
	{ email: 'maren@fernhill.example', username: 'maren', fullName: 'Maren Holloway', role: 'owner' },
	{ email: 'jonas@fernhill.example', username: 'jonas', fullName: 'Jonas Fairweather', role: 'editor' },
	{ email: 'aino@fernhill.example', username: 'aino', fullName: 'Aino Salmela', role: 'viewer' },
] as const

type Seeded = {
	url: string
	email: string
	/** Null when the account existed. */
	password: string | null
	formSlug: string
	wallSlug: string
} & Partial<SeededDemo>

/** Fills a demo space, or with `--testimonials N` one of that size for measurements. Existing data is kept. */
export async function run(args: string[]): Promise<number> {
	const { count, json } = parse(args)
	const seeded = await withDeps((deps) => seed(deps, count))
	return printResult(json, seeded, formatSummary(seeded))
}

function parse(args: string[]): { count: number | undefined; json: boolean } {
	const { testimonials, json = false } = readOptions(args, { testimonials: text, json: flag })
	if (testimonials === undefined) return { count: undefined, json }
	if (!/^[1-9]\d{0,6}$/.test(testimonials))
		throw new UsageError('--testimonials takes a whole number from 1 to 9999999.')
	return { count: Number(testimonials), json }
}

async function seed(deps: Deps, count: number | undefined): Promise<Seeded> {
	const slug = count ? `fernhill-${count}` : 'fernhill'
	const { email } = people[0]
	const common = { url: deps.config.SITE_URL, email, formSlug: slug, wallSlug: slug }
	if (await loadForm(deps.db, slug)) return { ...common, password: null }

	const password = randomBytes(12).toString('base64url')
	const ids = new Map<string, string>()
	let isNew = false
	for (const person of people) {
		const known = await findUser(deps, person.email)
		isNew ||= !known && person.role === 'owner'
		ids.set(person.role, known ?? (await createConfirmedUser(deps.db, { ...person, password }, deps.config)))
	}
	const owner: Claims = { role: 'authenticated', sub: ids.get('owner') ?? '' }
	const [made] = await deps.db.as(owner, (tx) =>
		tx.final<{ made: Omit<SeedSpace, 'slug'> }>(queries.createSpace('Fernhill Pottery', slug)),
	)
	if (!made) throw new Error('The demo space could not be made.')
	const space: SeedSpace = { ...made.made, slug }
	for (const role of ['editor', 'viewer'])
		await deps.db.as(owner, (tx) => tx.final(queries.addMember(space.space_id, ids.get(role) ?? '', role)))
	const more = count ? await seedMany(deps, space, count) : await seedDemo(deps, space, owner)
	await seedViews(deps, space.space_id)
	return { ...common, password: isNew ? password : null, ...more }
}

async function findUser({ db }: Deps, email: string): Promise<string | undefined> {
	const [user] = await db.as({ role: 'auth_service' }, (tx) => tx.final<{ id: string }>(queries.findUser(email)))
	return user?.id
}

function formatSummary({ url, email, password, formSlug, wallSlug, secondWall, privateLink }: Seeded): string {
	const lines = [
		['Sign in', `${url}/auth`],
		['E-mail', email],
		['Password', password ?? 'as before; the account was there already'],
		['Form', `${url}/collect/${formSlug}`],
		['Wall', `${url}/w/${wallSlug}`],
		...(secondWall ? [['Second wall', `${url}/w/${secondWall}`]] : []),
		...(privateLink ? [['A private link', privateLink]] : []),
	]
	return `\nFernhill Pottery is ready.\n\n${lines.map(([name = '', text]) => `  ${name.padEnd(16)}${text}`).join('\n')}\n`
}
