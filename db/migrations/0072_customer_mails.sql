-- Mails to submitters that a space has switched off. A proposal is answered by its mail alone, so that one is always sent.
create table public.customer_mails_off (
	space_id uuid not null references public.spaces (id) on delete cascade,
	mail text not null check (mail in ('received', 'published')),
	primary key (space_id, mail)
);
alter table public.customer_mails_off enable row level security;
alter table public.customer_mails_off force row level security;
create policy members_read on public.customer_mails_off for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.customer_mails_off for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.customer_mails_off for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant select, insert (space_id, mail), delete on public.customer_mails_off to authenticated;
grant all on public.customer_mails_off to service_role;
grant select, insert on public.customer_mails_off to product_door;

-- A space's own words of a mail to submitters, in one language. They are written by functions/v1/customer-mail, which checks placeholders and links.
create table public.customer_mail_texts (
	space_id uuid not null references public.spaces (id) on delete cascade,
	mail text not null check (mail in ('received', 'published', 'proposal')),
	locale text not null check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
	subject text not null check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
	body text not null check (char_length(body) between 1 and 2000),
	-- Another one after each change, so that of two editors the second learns of the first.
	version uuid not null default gen_random_uuid(),
	changed_at timestamptz not null default now(),
	primary key (space_id, mail, locale)
);
alter table public.customer_mail_texts enable row level security;
alter table public.customer_mail_texts force row level security;
create policy members_read on public.customer_mail_texts for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.customer_mail_texts to authenticated;
grant all on public.customer_mail_texts to service_role;
grant select, insert, update, delete on public.customer_mail_texts to product_door;

-- Words of invitations that a space keeps under a name.
create table public.invitation_templates (
	space_id uuid not null references public.spaces (id) on delete cascade,
	id uuid not null default gen_random_uuid(),
	name text not null check (char_length(name) between 1 and 60 and name = btrim(name) and name !~ '[[:cntrl:]]'),
	subject text not null check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
	message text not null check (char_length(message) between 1 and 5000),
	version uuid not null default gen_random_uuid(),
	changed_at timestamptz not null default now(),
	primary key (space_id, id),
	unique (space_id, name)
);
create trigger limit_invitation_templates before insert on public.invitation_templates
	for each row when (current_setting('plaudit.restoring', true) is distinct from 'archive') execute function private.limit_invitation_templates();
create trigger renew_version before update on public.invitation_templates for each row execute function private.renew_version();
alter table public.invitation_templates enable row level security;
alter table public.invitation_templates force row level security;
create policy members_read on public.invitation_templates for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.invitation_templates for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.invitation_templates for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.invitation_templates for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant select, insert (space_id, id, name, subject, message), update (name, subject, message), delete on public.invitation_templates to authenticated;
grant all on public.invitation_templates to service_role;
grant select, insert on public.invitation_templates to product_door;
