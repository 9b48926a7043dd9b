import type pg from 'pg'
import { quoteIdentifier, quoteLiteral } from '#platform/pg/identifiers.ts'
import { loginPassword, loginRole } from '#platform/pg/login-role.ts'
import { scramVerifier } from '#platform/pg/scram-verifier.ts'
import { attributesOf, callerRoles, functionOwners, requiredRoles } from './limited-owner-queries.ts'

/**
 * Statements that an administrator of the server runs once for an owner who may not create roles. They may run again.
 * @param owner the user of DATABASE_URL, from whose password that of the login role is derived
 */
export function roleStatements(owner: pg.ClientConfig): string {
	const user = quoteIdentifier(owner.user ?? 'postgres')
	const database = quoteIdentifier(owner.database ?? 'postgres')
	const password = loginPassword(owner)
	const missing = (role: string) => `	if not exists (select from pg_roles where rolname = '${role}') then
		create role ${role} ${attributesOf(role)};
	end if;`
	return `-- Roles of Plaudit. Run this as an administrator of the server, once for each owner; it may run again.
-- The owner and its database come first, if they do not exist:
--   create role ${user} login password '...';
--   create database ${database} owner ${user} encoding 'UTF8' template template0;

do $$
begin
${requiredRoles.map(missing).join('\n')}
end
$$;

-- The server signs in as ${loginRole} and becomes one of these for each transaction.
grant ${callerRoles.join(', ')} to ${loginRole};
${password ? `alter role ${loginRole} password ${quoteLiteral(scramVerifier(password))};\n` : ''}
-- The owner creates functions and views that belong to these.
grant ${functionOwners.join(', ')} to ${user};
`
}
