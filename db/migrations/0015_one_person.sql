-- What a space holds about one person, and how long it keeps what nobody approved.

-- Owners find a person by address. Few addresses are written in other scripts, and only those are normalized at the search.
create index testimonial_contacts_address on public.testimonial_contacts (space_id, lower(email));
create index testimonial_contacts_other_scripts on public.testimonial_contacts (space_id) where email ~ '[^ -~]';

-- Testimonials that nobody approved are deleted after so many days; null keeps them.
alter table public.spaces add column retention_days int check (retention_days between 30 and 3650);
grant update (retention_days) on public.spaces to authenticated;
create trigger record_retention after update on public.spaces for each row
	when (old.retention_days is distinct from new.retention_days) execute function private.record_retention();

-- Work that is done in pieces has one entry, whose count grows (private.count_space_event).
create unique index space_events_run on public.space_events (space_id, (detail ->> 'run')) where detail ? 'run';
grant update (detail) on public.space_events to product_door;
