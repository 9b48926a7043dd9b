import { withOwner } from '#cli/with-deps.ts'
import {
	findMissingPolicies,
	readEventTriggers,
	readOwnerRights,
} from '#platform/pg/migrations/limited-owner-queries.ts'

/** The rights of the user in DATABASE_URL, and what replaces those that it lacks. @throws Error for tables without their policies */
export async function checkOwner(): Promise<string> {
	return withOwner(async (client) => {
		const firstRow = async (text: string) => (await client.query(text)).rows[0]
		const { name, isSuperuser, canCreateRoles } = await firstRow(readOwnerRights)
		if (isSuperuser) return `${name} is a superuser`
		if ((await firstRow(findMissingPolicies)).isMissing)
			throw new Error(
				'Tables with row-level security lack the policies that stand for BYPASSRLS, so that the service role sees none of their rows. Restart the server, or run: plaudit migrate',
			)
		const triggers = (await firstRow(readEventTriggers)).areMissing
			? "; without event triggers, other programs than plaudit sql have to run after changes of the schema: select realtime.sync_publication(); notify pgrst, 'reload schema'"
			: ''
		return `${name} is no superuser and ${canCreateRoles ? 'may create roles' : 'uses prepared roles'}; policies stand for BYPASSRLS${triggers}`
	})
}
