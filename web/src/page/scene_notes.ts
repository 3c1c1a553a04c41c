/* Remarks on built-in scenes, shown below their descriptions. tests/web/solvers.test.mjs checks what they say. */

const NOTES: Record<string, string> = {
  bridge:
    'Here the default is worse than PGS: after ten seconds its RES is several times larger. The hinges have no friction, ' +
    'and the more completely Auto corrects the errors of the joints, the longer the bridge swings. With Auto for ' +
    'velocities and PGS for positions, RES is about that of PGS.',
  bridge3:
    'Here the default is worse than PGS: after ten seconds its RES is many times larger. The hinges have no friction, and the ' +
    'more completely Auto corrects the errors of the joints, the longer the bridge swings. With Auto for velocities and PGS ' +
    'for positions, RES is near that of PGS.',
  net3:
    'Here the default is worse than PGS: after ten seconds the net still swings. Its joints have no friction, and the more ' +
    'completely Auto corrects their errors, the longer it swings. With Auto for velocities and PGS for positions, RES is ' +
    'below that of PGS.',
  wall3:
    'Here the default is worse than PGS: RES when the last bricks fall asleep is many times larger. With Auto for velocities and PGS ' +
    'for positions, it is below that of PGS.',
  pool2:
    'With this seed the default is worse than PGS: after ten seconds its circles still settle. With half of the seeds ' +
    'Auto is below 1e-4 by then, and with none PGS is.',
  ragdolls:
    'Here the default is worse than PGS: after ten seconds the ragdolls still move on their hinges, which have no ' +
    'friction. With Auto for velocities and PGS for positions, RES is below that of PGS.',
};

export function noteOf(scene: string): string {
  return NOTES[scene] ?? '';
}
