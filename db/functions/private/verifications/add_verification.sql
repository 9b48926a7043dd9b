-- Records that the server verified a testimonial; true unless it has this basis already, or the evidence or statement was used for
-- another one.
create or replace function private.add_verification(
	space uuid, testimonial uuid, basis text, evidence text, provider text default null, statement uuid default null
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
	insert into public.verifications (space_id, testimonial_id, basis, evidence, provider, statement_id)
	values ($1, $2, $3, $4, $5, $6) on conflict do nothing;
	return found;
end
$$;

grant execute on function private.add_verification(uuid, uuid, text, text, text, uuid) to service_role;
