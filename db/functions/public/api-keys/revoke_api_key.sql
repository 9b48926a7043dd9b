-- Revokes a key for good, on every node at once. Owners only; a second call changes nothing.
create or replace function public.revoke_api_key(id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	revoked record;
begin
	select k.space_id, k.name, k.revoked_at into revoked from public.api_keys k
	where k.id = revoke_api_key.id and k.space_id = any (private.spaces_as('owner')) for update;
	if not found then
		raise exception using errcode = '42501', message = 'Only owners of a space may revoke its keys.';
	end if;
	if revoked.revoked_at is null then
		update public.api_keys k set revoked_at = now(), revoked_by = auth.uid() where k.id = revoke_api_key.id;
		perform private.add_space_event(revoked.space_id, 'key_revoked', auth.uid(), jsonb_build_object('key', id, 'name', revoked.name));
	end if;
end
$$;

grant execute on function public.revoke_api_key(uuid) to authenticated;
