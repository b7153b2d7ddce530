package server

import (
	"context"
	"strconv"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// objectKey is where the store keeps a custom object.
func objectKey(group, plural, namespace, name string) string {
	key := prefix + "/" + group + "/" + plural + "/"
	if namespace != "" {
		key += namespace + "/"
	}
	return key + name
}

// PutObject writes a custom object straight into the store, past all validation.
// So comes about what was stored while its CRD asked for less.
// It returns the object's resourceVersion.
func (s *Server) PutObject(ctx context.Context, group, plural, namespace, name string, object []byte) (resourceVersion string, err error) {
	put, err := s.etcd.Put(ctx, objectKey(group, plural, namespace, name), string(object))
	if err != nil {
		return "", err
	}
	return strconv.FormatInt(put.Header.Revision, 10), nil
}

// DeleteObject removes a custom object from the store at once.
func (s *Server) DeleteObject(ctx context.Context, group, plural, namespace, name string) error {
	_, err := s.etcd.Delete(ctx, objectKey(group, plural, namespace, name))
	return err
}

// DeleteObjects removes all objects of a kind from the store at once.
func (s *Server) DeleteObjects(ctx context.Context, group, plural string) error {
	_, err := s.etcd.Delete(ctx, objectKey(group, plural, "", ""), clientv3.WithPrefix())
	return err
}
