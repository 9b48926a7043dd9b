-- True when the statement of a provider about an account has proven a testimonial already.
create or replace function private.is_statement_used(statement uuid) returns boolean
language sql stable security definer set search_path = '' as $$
	select exists (select from public.verifications v where v.statement_id = $1)
$$;

grant execute on function private.is_statement_used(uuid) to service_role;
