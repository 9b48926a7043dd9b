-- API keys: programs act for one space, with a role and scopes. A key reaches what a policy or a function opens to it by
-- private.spaces_for, and nothing else.
lock table public.forms, public.spaces, public.walls, public.form_questions, public.testimonials, private.consents, public.testimonial_events, public.testimonial_contacts, public.testimonial_answers, public.media,
	private.consent_wordings, public.captions, public.invitations, public.profiles, public.replies, public.space_members, public.tags, public.testimonial_tags, public.testimonial_versions, public.verifications, public.wall_items
	in access exclusive mode;

create table public.api_keys (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	name text not null check (char_length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
	role text not null check (role in ('viewer', 'editor')),
	-- Null is all of the role; private.key_scopes lists them.
	scopes text[],
	-- The beginning of the key, by which a member recognises it.
	prefix text not null,
	-- The owner who made it. Their keys end with their ownership.
	created_by uuid references public.profiles (id) on delete set null,
	created_at timestamptz not null default now(),
	last_used_at timestamptz,
	expires_at timestamptz,
	revoked_at timestamptz,
	revoked_by uuid references public.profiles (id) on delete set null,
	-- The mail that it ends soon was queued.
	is_end_told boolean not null default false,
	unique (space_id, id)
);
create index api_keys_created_by on public.api_keys (created_by);
create index api_keys_revoked_by on public.api_keys (revoked_by);
create index api_keys_expires_at on public.api_keys (expires_at) where expires_at is not null and revoked_at is null;

-- SHA-256 of the keys, which are random: a slow hash would protect nothing, and cost each request.
create table private.api_key_hashes (
	space_id uuid not null,
	key_id uuid not null,
	hash bytea not null unique,
	primary key (space_id, key_id),
	foreign key (space_id, key_id) references public.api_keys (space_id, id) on delete cascade
);

-- Requests of each key by day and scope, for the list of what stops when it is revoked. `scope` is empty for requests that no scope opens.
create table public.api_key_uses (
	space_id uuid not null,
	key_id uuid not null,
	day date not null,
	scope text not null,
	uses bigint not null,
	primary key (space_id, key_id, day, scope),
	foreign key (space_id, key_id) references public.api_keys (space_id, id) on delete cascade
);

alter table public.api_keys enable row level security;
alter table public.api_keys force row level security;
alter table private.api_key_hashes enable row level security;
alter table private.api_key_hashes force row level security;
alter table public.api_key_uses enable row level security;
alter table public.api_key_uses force row level security;
create policy owners_read on public.api_keys for select to authenticated
	using (space_id = any ((select private.spaces_as('owner'))::uuid[]));
create policy owners_rename on public.api_keys for update to authenticated
	using (space_id = any ((select private.spaces_as('owner'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('owner'))::uuid[]));
create policy owners_read on public.api_key_uses for select to authenticated
	using (space_id = any ((select private.spaces_as('owner'))::uuid[]));
grant select, update (name) on public.api_keys to authenticated;
grant select on public.api_key_uses to authenticated;
grant select on public.api_keys, public.api_key_uses to service_role;
grant select, insert, update on public.api_keys to product_door;
grant select, insert on private.api_key_hashes to product_door;
grant select, insert, update, delete on public.api_key_uses to product_door;

-- A use changes last_used_at alone, and sends no notification.
create trigger tell_changed after update of name, role, scopes, expires_at, revoked_at on public.api_keys
	for each row execute function private.tell_key_changed();
create trigger tell_deleted after delete on public.api_keys for each row execute function private.tell_key_changed();
create trigger revoke_keys after update of role or delete on public.space_members
	for each row execute function private.revoke_keys_of_member();

-- These policies are open to keys, and all others are closed.
alter policy members_read on public.spaces using (id = any ((select private.spaces_for('viewer', null))::uuid[]));
do $$
declare
	name text;
begin
	foreach name in array array['testimonials', 'testimonial_versions', 'testimonial_answers', 'media', 'captions', 'verifications',
		'testimonial_events', 'replies', 'tags', 'testimonial_tags']
	loop
		execute format($policy$alter policy members_read on public.%I
			using (space_id = any ((select private.spaces_for('viewer', 'testimonials:read'))::uuid[]))$policy$, name);
	end loop;
end
$$;
alter policy members_read on private.consents using (space_id = any ((select private.spaces_for('viewer', 'testimonials:read'))::uuid[]));
alter policy members_read on private.consent_wordings using (space_id = any ((select private.spaces_for('viewer', 'testimonials:read'))::uuid[]));
alter policy members_read on public.testimonial_contacts using (space_id = any ((select private.spaces_for('viewer', 'people:read'))::uuid[]));
alter policy members_read on public.invitations using (space_id = any ((select private.spaces_for('viewer', 'people:read'))::uuid[]));
alter policy members_read on public.forms using (space_id = any ((select private.spaces_for('viewer', 'forms:read'))::uuid[]));
alter policy members_read on public.form_questions using (space_id = any ((select private.spaces_for('viewer', 'forms:read'))::uuid[]));
alter policy members_read on public.walls using (space_id = any ((select private.spaces_for('viewer', 'walls:read'))::uuid[]));
alter policy members_read on public.wall_items using (space_id = any ((select private.spaces_for('viewer', 'walls:read'))::uuid[]));

alter policy editors_moderate on public.testimonials
	using (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]))
	with check (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));
alter policy editors_reply on public.replies with check (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));
alter policy editors_change on public.replies
	using (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]))
	with check (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));
alter policy editors_delete on public.replies using (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));
alter policy editors_add on public.tags with check (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));
alter policy editors_change on public.tags
	using (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]))
	with check (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));
alter policy editors_delete on public.tags using (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));
alter policy editors_add on public.testimonial_tags with check (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));
alter policy editors_delete on public.testimonial_tags using (space_id = any ((select private.spaces_for('editor', 'testimonials:write'))::uuid[]));

alter policy members_read_brand on storage.objects
	using (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_for('viewer', null))::text[]));
alter policy members_read_photos on storage.objects
	using (bucket_id = 'photos' and (storage.foldername(name))[1] = any ((select private.spaces_for('viewer', 'testimonials:read'))::text[]));
alter policy members_read_recordings on storage.objects
	using (bucket_id = 'recordings' and (storage.foldername(name))[1] = any ((select private.spaces_for('viewer', 'testimonials:read'))::text[]));

alter publication supabase_realtime add table public.api_keys;
select realtime.sync_publication();
