import { cliConfig, withOwner } from '#cli/with-deps.ts'

/** Names the page that `/` shows, and checks that its wall is published. @throws Error when it is not */
export async function checkLandingPage(): Promise<string> {
	const fixed = cliConfig().LANDING_PAGE
	const { kind, slug, isPublished } = await withOwner(async (client) => {
		const { rows: found } = await client.query(
			"select to_regprocedure('public.public_wall(text, uuid)') as wall, to_regprocedure('private.chosen_landing()') as chosen",
		)
		const { rows: chosen } =
			fixed || !found[0].chosen ? { rows: [] } : await client.query('select * from private.chosen_landing()')
		const landing: { kind: string; slug?: string | null } = fixed ?? chosen[0] ?? { kind: 'sign-in' }
		if (landing.kind !== 'wall' || !landing.slug || found[0].wall === null) return { ...landing, isPublished: false }
		const { rows } = await client.query('select public.public_wall(slug => $1) is not null as "isPublished"', [
			landing.slug,
		])
		return { ...landing, isPublished: rows[0].isPublished === true }
	})
	if (kind === 'plaudit') return "/ shows Plaudit's own page"
	if (kind === 'sign-in') return '/ shows the sign-in'
	if (isPublished) return `/ shows the wall /w/${slug}`
	if (!fixed)
		throw new Error(
			'The wall that the operator chose for / is not published, so that / shows the sign-in. Choose another on This server.',
		)
	throw new Error(
		`LANDING_PAGE: no wall is published at /w/${slug}, so that / shows the sign-in. Publish it, or name another.`,
	)
}
