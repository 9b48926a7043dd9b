-- The colour of a tag, which only members see: one of a closed list of names, whose values are in src/web/ui/tag-dot.css.
alter table public.tags add column color text not null default 'grey'
	check (color in ('green', 'amber', 'blue', 'clay', 'violet', 'grey'));
grant insert (color), update (color) on public.tags to authenticated;
