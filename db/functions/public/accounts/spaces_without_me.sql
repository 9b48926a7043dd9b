-- The spaces of the caller, and the fate of each if the account were deleted.
create or replace function public.spaces_without_me() returns table (
	space_id uuid, name text, fate text, testimonials bigint
) language plpgsql stable security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	return query select * from private.spaces_without(own.user_id);
end
$$;

grant execute on function public.spaces_without_me() to authenticated;
