-- Exports, and what restoring an archive needs: further hashes of private links, and triggers that leave restored rows as they were.

-- Hashes of the private links that another installation mailed. A restored receipt has its own hash of the new installation's link.
create table private.former_receipt_tokens (
	space_id uuid not null,
	testimonial_id uuid not null,
	token_hash bytea not null unique,
	primary key (space_id, testimonial_id, token_hash),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
alter table private.former_receipt_tokens enable row level security;
alter table private.former_receipt_tokens force row level security;
grant select, insert on private.former_receipt_tokens to product_door;

-- The hash of a request is of no use elsewhere.
alter table private.receipts alter column fingerprint set default '';

-- A reminder of the new installation contains another link than the invitation that the former one sent.
alter table private.invitation_tokens drop constraint invitation_tokens_pkey;
alter table private.invitation_tokens add primary key (space_id, invitation_id, token_hash);
drop index private.invitation_tokens_invitation;

-- Files that members asked for: made by a job, kept for seven days.
create table public.exports (
	space_id uuid not null references public.spaces (id) on delete cascade,
	id uuid not null default gen_random_uuid(),
	format text not null check (format in ('csv', 'json', 'archive')),
	with_emails boolean not null,
	state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
	made_by uuid references public.profiles (id) on delete set null,
	created_at timestamptz not null default now(),
	finished_at timestamptz,
	-- Bytes written so far, and about how many there will be.
	done_bytes bigint not null default 0 check (done_bytes >= 0),
	total_bytes bigint check (total_bytes >= 0),
	-- A file of the bucket `exports`.
	path text,
	-- Why it failed: `disk_full`, `not_allowed`, `broken`.
	problem text check (problem in ('disk_full', 'not_allowed', 'broken')),
	primary key (space_id, id)
);
create index exports_made_by on public.exports (made_by);
create index exports_created_at on public.exports (created_at);
create trigger remove_export_file after delete on public.exports for each row
	when (old.path is not null) execute function private.remove_export_file();
alter table public.exports enable row level security;
alter table public.exports force row level security;
-- The archive is for owners, as it holds what members do not see; the rows are for all members.
create policy members_read on public.exports for select to authenticated
	using (space_id = any ((select private.spaces_as('owner'))::uuid[])
		or format <> 'archive' and space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.exports to authenticated, service_role;
grant select, insert, update, delete on public.exports to product_door;

-- {space id}/{format}/{file}
insert into storage.buckets (id, name, public) values ('exports', 'exports', false);
create policy members_read_exports on storage.objects for select to authenticated
	using (bucket_id = 'exports' and ((storage.foldername(name))[1] = any ((select private.spaces_as('owner'))::text[])
		or (storage.foldername(name))[2] in ('csv', 'json')
			and (storage.foldername(name))[1] = any ((select private.spaces_as('viewer'))::text[])));

-- Restored rows keep what these triggers would set, and cause no mails. What they derive is written once at the end.
create or replace trigger claim_form_slug before insert or update on public.forms for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive') execute function private.claim_form_slug();
create or replace trigger touch_form after insert or update or delete on public.form_questions for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive') execute function private.touch_form();
create or replace trigger keep_item after insert on public.testimonials for each row
	when (new.is_public and current_setting('plaudit.restoring', true) is distinct from 'archive') execute function private.follow_shown();
create or replace trigger queue_published_mail after insert on public.testimonials for each row
	when (new.is_public and current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.queue_published_mail();
create or replace trigger follow_media after insert or update or delete on public.media for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive') execute function private.follow_media();
create or replace trigger follow_captions after insert or update or delete on public.captions for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive') execute function private.follow_captions();
do $$
declare
	name text;
begin
	foreach name in array array['verifications', 'replies', 'media'] loop
		execute format('create or replace trigger keep_item after insert or update or delete on public.%I for each row
			when (current_setting(''plaudit.restoring'', true) is distinct from ''archive'') execute function private.follow_part()', name);
	end loop;
end
$$;
grant insert on public.form_questions, public.tags, public.wall_items to product_door;
grant select on private.made_spaces to product_door;
grant update (state, failure) on public.invitations to product_door;
