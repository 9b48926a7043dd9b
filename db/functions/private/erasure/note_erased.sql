-- Notes a deleted space, account or invitation of a member, for backups and written mails; nothing names the
-- space of it. Mails that wait for the address of an
-- account go with it.
create or replace function private.note_erased() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	case tg_table_name
		when 'users' then
			insert into plaudit.erasures (kind, row_hash) values ('account', private.row_hash(old.id::text));
			delete from plaudit.jobs j where j.payload ->> 'userId' = old.id::text
				or j.kind = 'mail' and lower(j.payload ->> 'to') in (lower(old.email), lower(old.email_change));
		when 'spaces' then
			insert into plaudit.erasures (kind, row_hash) values ('space', private.row_hash(old.id::text));
		when 'member_invitations' then
			insert into plaudit.erasures (kind, row_hash) values ('member_invitation', private.row_hash(old.id::text));
			delete from plaudit.jobs j where j.kind = 'member_invitation_mail' and j.payload ->> 'invitation_id' = old.id::text;
	end case;
	return null;
end
$$;
