import type { Role } from '#shared/rows.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'

/** The rights of a role, shown before it is accepted. */
export function RoleFacts({ role }: { role: Role }) {
	const { can, cannot } = roleWords[role]
	return (
		<dl className="join-role">
			<div>
				<dt>You can</dt>
				<dd>{can}</dd>
			</div>
			{cannot ? (
				<div>
					<dt>You cannot</dt>
					<dd>{cannot}</dd>
				</div>
			) : null}
		</dl>
	)
}
