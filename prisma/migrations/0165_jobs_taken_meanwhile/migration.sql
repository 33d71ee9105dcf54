-- Adds a job in the place of one with this key that waits. If that one is taken at the same moment, graphile_worker.add_job (0.16)
-- sees it free at first, then finds it taken, and adds nothing; called again, it sees that.
CREATE FUNCTION add_keyed_job(identifier text, payload json, job_key text, queue_name text DEFAULT NULL,
  run_at timestamptz DEFAULT NULL, priority integer DEFAULT NULL, flags text[] DEFAULT NULL)
RETURNS TABLE (id bigint) LANGUAGE plpgsql AS $$
BEGIN
  FOR attempt IN 1..10 LOOP
    RETURN QUERY SELECT job.id FROM graphile_worker.add_job(add_keyed_job.identifier, add_keyed_job.payload,
      queue_name => add_keyed_job.queue_name, run_at => add_keyed_job.run_at, job_key => add_keyed_job.job_key,
      priority => add_keyed_job.priority, flags => add_keyed_job.flags) AS job WHERE job.id IS NOT NULL;
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  RAISE serialization_failure USING MESSAGE = 'The job ' || job_key || ' was taken each time that it was added';
END $$;

-- Adds the job that tells of the events of an organization. There is one for all that wait. Its flag keeps a process from taking
-- it while the job before it runs.
CREATE OR REPLACE FUNCTION add_dispatch(task text, organization text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_keyed_job(task, json_build_object('id', organization), organization, priority => -1,
    flags => array[organization]);
END $$;
