import { cliConfig, withOwner } from '#cli/with-deps.ts'
import { hookNames } from '#platform/auth/delivery/hooks/settings.ts'

/** Checks that each configured hook could be called: its function exists and is granted, its endpoint answers. */
export async function checkHooks(): Promise<string> {
	const config = cliConfig()
	const set = hookNames.flatMap((name) => {
		const target = config[`HOOK_${name}_URI`]
		return target ? [{ name, target }] : []
	})
	if (set.length === 0) return 'none are set'
	const problems: string[] = []
	for (const { name, target } of set) {
		const problem =
			target.kind === 'http' ? await findUnreachable(target.uri) : await findMissing(target.schema, target.name)
		if (problem) problems.push(`HOOK_${name}_URI: ${problem}`)
	}
	if (problems.length > 0) throw new Error(problems.join(' '))
	return `${set.length} of ${hookNames.length} set, and there`
}

/** Any response counts, because the request is not a valid call. */
async function findUnreachable(uri: string): Promise<string | undefined> {
	try {
		await fetch(uri, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) })
		return undefined
	} catch {
		return `nothing answers at ${new URL(uri).host}.`
	}
}

async function findMissing(schema: string, name: string): Promise<string | undefined> {
	const { rows } = await withOwner((client) =>
		client.query<{ granted: boolean }>(
			`select has_schema_privilege('supabase_auth_admin', n.oid, 'usage')
				and has_function_privilege('supabase_auth_admin', p.oid, 'execute') as granted
			from pg_proc p join pg_namespace n on n.oid = p.pronamespace
			where n.nspname = $1 and p.proname = $2 and p.pronargs = 1`,
			[schema, name],
		),
	)
	if (rows.length === 0) return `there is no function ${schema}.${name}(event jsonb).`
	if (rows.some(({ granted }) => granted)) return undefined
	return `run: grant usage on schema ${schema} to supabase_auth_admin; grant execute on function ${schema}.${name} to supabase_auth_admin;`
}
