-- The erasure of a person takes their address and name out of saved searches.
grant update (name, filter) on public.saved_views to product_door;

-- Members see the saved views of others live.
alter publication supabase_realtime add table public.saved_views;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
