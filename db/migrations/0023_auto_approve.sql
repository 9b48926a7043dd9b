-- Bases of verification for which a form approves by itself. There is none for the rating: an approval by stars would mislead.
alter table public.forms add column auto_approve text[] not null default '{}'
	check (auto_approve <@ array['invited', 'email', 'provider', 'order']);
grant insert (auto_approve), update (auto_approve) on public.forms to authenticated;
