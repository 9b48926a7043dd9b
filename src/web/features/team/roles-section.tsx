import { Check } from 'lucide-react'
import type { Role } from '#shared/rows.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'
import { SettingsSection } from '#web/ui/settings.tsx'

const columns: readonly Role[] = ['viewer', 'editor', 'owner']
/** Rights, with the index of the first role that has them. */
const rights: readonly [what: string, from: number][] = [
	['Read testimonials and addresses', 0],
	['Approve, tag, answer in public', 1],
	['Change forms and walls', 1],
	['Change name and brand, invite and remove people', 2],
	['Delete the space, hand it over', 2],
]

/** The roles and what each may do, as a table. */
export function RolesSection() {
	return (
		<SettingsSection id="roles" title="What each may do">
			<table className="team-rights">
				<thead>
					<tr>
						<th scope="col">May</th>
						{columns.map((role) => (
							<th key={role} scope="col">
								{roleWords[role].label}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rights.map(([what, from]) => (
						<tr key={what}>
							<th scope="row">{what}</th>
							{columns.map((role, at) => (
								<td key={role}>
									{at >= from ? (
										<>
											<Check size={16} aria-hidden="true" />
											<span className="ui-sr">yes</span>
										</>
									) : (
										<span className="ui-quiet">no</span>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</SettingsSection>
	)
}
