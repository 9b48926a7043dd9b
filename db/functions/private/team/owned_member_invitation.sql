-- An invitation to the team of a space of the caller, locked until the end of the transaction. For anyone but an owner it raises `refusal`.
create or replace function private.owned_member_invitation(invitation uuid, refusal text) returns public.member_invitations
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	found_one public.member_invitations;
begin
	select i.* into found_one from public.member_invitations i
	where i.id = invitation and i.space_id = any (private.spaces_as('owner'))
	for update;
	if found_one.id is null then
		raise exception using errcode = '42501', message = refusal;
	end if;
	return found_one;
end
$$;
