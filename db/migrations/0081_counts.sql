-- Counts of testimonials that screens ask for, so that none of them reads all rows (docs/decisions/0082-counts-of-testimonials.md).
-- Triggers append what a statement changed to two tables, a job adds that to the counts, and readers sum up both: writers share no row.

-- One row for each state that a statement added to or took from: -1 of the former and 1 of the new one. No index and no reference, as each
-- submission writes here; a space that was deleted adds up to nothing.
create table private.count_changes (
	space_id uuid not null,
	form_id uuid,
	-- Days in UTC.
	submitted_on date not null,
	-- Null where it is not approved.
	approved_on date,
	number int not null,
	-- private.testimonial_state
	state smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The same for consents by their wording, and for tags.
create table private.part_changes (
	space_id uuid not null,
	-- The tag, or the first half of the hash of the wording (private.wording_key).
	key uuid not null,
	number int not null,
	part "char" not null check (part in ('c', 't'))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Without a key, a publication of all tables refuses deletes otherwise.
alter table private.count_changes replica identity full;
alter table private.part_changes replica identity full;

create table private.testimonial_counts (
	space_id uuid not null,
	state smallint not null,
	-- All zeros without a form.
	form_id uuid not null,
	number bigint not null,
	primary key (space_id, state, form_id)
);
create table private.daily_counts (
	space_id uuid not null,
	day date not null,
	form_id uuid not null,
	submitted bigint not null default 0,
	-- Sent through the form, without spam.
	sends bigint not null default 0,
	approved bigint not null default 0,
	primary key (space_id, day, form_id)
);
create index daily_counts_day on private.daily_counts (day);
create table private.part_counts (
	space_id uuid not null,
	part "char" not null,
	key uuid not null,
	number bigint not null,
	primary key (space_id, part, key)
);

-- Spaces from before these tables, for a job. Until it has been there, their rows are counted.
create table private.uncounted_spaces (
	space_id uuid primary key references public.spaces (id) on delete cascade
);
insert into private.uncounted_spaces (space_id) select id from public.spaces;

-- When the counts of a space were last compared with its rows, and when that last mended some.
create table private.count_checks (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	checked_at timestamptz not null default clock_timestamp(),
	mended_at timestamptz,
	mended int not null default 0
);
create index count_checks_next on private.count_checks (checked_at);

do $$
declare
	name text;
begin
	foreach name in array array['count_changes', 'part_changes', 'testimonial_counts', 'daily_counts', 'part_counts', 'uncounted_spaces',
		'count_checks']
	loop
		execute format('alter table private.%I enable row level security', name);
		execute format('alter table private.%I force row level security', name);
		execute format('grant select, insert, update, delete on private.%I to product_door', name);
	end loop;
end
$$;

create trigger count_added after insert on public.testimonials referencing new table as new_rows
	for each statement execute function private.count_testimonials();
create trigger count_changed after update on public.testimonials referencing old table as old_rows new table as new_rows
	for each statement execute function private.count_testimonials();
create trigger count_removed after delete on public.testimonials referencing old table as old_rows
	for each statement execute function private.count_testimonials();
create trigger count_added after insert on private.consents for each row
	when (new.scope <> 'private') execute function private.count_consents();
create trigger count_removed after delete on private.consents for each row
	when (old.scope <> 'private') execute function private.count_consents();
create trigger count_added after insert on public.testimonial_tags referencing new table as new_rows
	for each statement execute function private.count_tags();
create trigger count_removed after delete on public.testimonial_tags referencing old table as old_rows
	for each statement execute function private.count_tags();
-- Rows that are loaded without triggers count, too.
alter table public.testimonials enable always trigger count_added, enable always trigger count_changed,
	enable always trigger count_removed;
alter table private.consents enable always trigger count_added, enable always trigger count_removed;
alter table public.testimonial_tags enable always trigger count_added, enable always trigger count_removed;
