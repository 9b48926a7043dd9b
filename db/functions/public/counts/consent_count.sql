-- The number of people who agreed to a wording in a space that their testimonials are shown, for its members. Revoked consents count.
create or replace function public.consent_count(space_id uuid, wording text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
	asked constant uuid := consent_count.space_id;
begin
	if asked is null or asked <> all (private.spaces_as('viewer')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its counts.';
	end if;
	return (select coalesce(sum(c.number), 0) from private.counted_parts(asked, 'c') c
		where c.key = private.wording_key(private.hash_text(consent_count.wording)));
end
$$;

grant execute on function public.consent_count(uuid, text) to authenticated;
