import { cliConfig, withOwner } from '#cli/with-deps.ts'

/** Whether the wall of LANDING_PAGE is published. @throws Error when it is not */
export async function checkLandingPage(): Promise<string> {
	const { LANDING_PAGE: landing } = cliConfig()
	if (landing.kind === 'plaudit') return "/ shows Plaudit's own page"
	if (landing.kind === 'sign-in') return '/ shows the sign-in'
	const isPublished = await withOwner(async (client) => {
		const { rows: found } = await client.query("select to_regprocedure('public.public_wall(text, uuid)') as id")
		if (found[0].id === null) return false
		const { rows } = await client.query('select public.public_wall(slug => $1) is not null as "isPublished"', [
			landing.slug,
		])
		return rows[0].isPublished === true
	})
	if (isPublished) return `/ shows the wall /w/${landing.slug}`
	throw new Error(
		`LANDING_PAGE: no wall is published at /w/${landing.slug}, so that / shows the sign-in. Publish it, or name another.`,
	)
}
