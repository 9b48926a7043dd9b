-- The spaces that the caller may use for a scope: those of a member with the role, and the space of an API key with the role and the scope.
-- Whatever calls private.spaces_as instead is closed to keys. The row of the key is read, so that a revoked one ends with the next statement.
create or replace function private.spaces_for(least_role text, scope text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
	claims constant jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}');
	key constant uuid := claims ->> 'api_key';
begin
	if key is null then
		return private.spaces_as(least_role);
	end if;
	return (
		select coalesce(array_agg(k.space_id), '{}') from public.api_keys k
		where k.id = key and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
			and (least_role = 'viewer' or k.role = 'editor')
			and ($2 is null or $2 = any (private.key_scopes(k.role, k.scopes)))
	);
end
$$;

grant execute on function private.spaces_for(text, text) to authenticated, service_role;
