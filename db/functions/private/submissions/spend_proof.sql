-- Uses up a proof of work or a ticket for a form; of concurrent uses on any node, one is true.
create or replace function private.spend_proof(form uuid, id bytea, expires_at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
begin
	insert into private.spent_proofs (space_id, id, expires_at)
	select f.space_id, id, expires_at from public.forms f where f.id = spend_proof.form
	on conflict do nothing;
	return found;
end
$$;

grant execute on function private.spend_proof(uuid, bytea, timestamptz) to anon;
